import CImageRows

/// Finds the EXIF block of a file, after other segments of a JPEG, or after the pixels of a PNG or a WebP.
///
/// The search jumps from header to header, so only a few places of a file on a disk are read.
enum ExifChunk {
  /// Returns a range of the file; nil outside the file.
  ///
  /// The bytes are valid until the next call.
  typealias Field = (_ offset: Int, _ length: Int) -> UnsafeRawBufferPointer?

  /// The longest block: JPEG allows 64 KB, and text has two digits per byte.
  private static let maxLength = 256 << 10
  /// The most segments of a JPEG that are visited.
  private static let maxSegments = 16_384

  /// Finds the block in a JPEG, before the first scan (ITU T.81, B.1; CIPA DC-008, 4.5.4).
  static func find(inJPEG field: Field) -> [UInt8]? {
    var offset = 2
    for _ in 0..<maxSegments {
      guard let header = field(offset, 4), header[0] == 0xFF, header[1] != 0xDA else { return nil }
      // Fill bytes may precede a marker.
      if header[1] == 0xFF {
        offset += 1
        continue
      }
      let isApplication = header[1] == 0xE1
      guard let length = header.integer(at: 2, length: 2, order: .bigEndian), length >= 2 else {
        return nil
      }
      if isApplication, let content = field(offset + 4, length - 2),
        content.starts(with: "Exif\0\0".utf8)
      {
        return Array(content)
      }
      offset += 2 + length
    }
    return nil
  }

  /// Finds the block in a PNG (PNG specification, third edition, 11.3.3 and 11.3.4.5).
  ///
  /// ImageMagick and ExifTool also write it as hexadecimal text.
  static func find(inPNG field: Field) -> [UInt8]? {
    withoutActuallyEscaping(field) { field in
      for chunk in ChunkWalk(png: field) {
        if let kind = Chunk(rawValue: chunk.type), chunk.length <= maxLength,
          let content = field(chunk.start, chunk.length), let block = kind.exif(in: content)
        {
          return block
        }
      }
      return nil
    }
  }

  /// Finds the block in a WebP (WebP Container Specification, "Extended File Format").
  static func find(inWebP field: Field) -> [UInt8]? {
    // A file has a block only if a bit in its first chunk is set.
    guard let first = field(12, 9), first.starts(with: "VP8X".utf8), first[8] & 8 != 0 else {
      return nil
    }
    return withoutActuallyEscaping(field) { field in
      for chunk in ChunkWalk(webP: field) where chunk.isOf("EXIF") {
        return chunk.length <= maxLength ? field(chunk.start, chunk.length).map(Array.init) : nil
      }
      return nil
    }
  }

  /// The types of PNG chunks that may contain a block, as numbers.
  private enum Chunk: Int {
    case exif = 0x6558_4966
    case text = 0x7445_5874
    case compressedText = 0x7A54_5874

    func exif(in content: UnsafeRawBufferPointer) -> [UInt8]? {
      switch self {
      case .exif: return Array(content)
      case .text, .compressedText:
        guard let keyEnd = content.prefix(80).firstIndex(of: 0),
          ["Raw profile type exif", "Raw profile type APP1"].contains(where: {
            content[..<keyEnd].elementsEqual($0.utf8)
          })
        else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: content[(keyEnd + 1)...])
        // The compression method, a byte, precedes the text; there is only one method.
        let text =
          self == .text ? Array(rest) : inflated(UnsafeRawBufferPointer(rebasing: rest.dropFirst()))
        return ExifChunk.profile(in: text)
      }
    }

    private func inflated(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: ExifChunk.maxLength) { text, count in
        count = image_inflate(
          bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, text.baseAddress, text.count)
      }
    }
  }

  /// Reads a raw profile: name and length on separate lines, then digits with line breaks.
  ///
  /// - Returns: nil for anything but EXIF; a profile "APP1" may be XMP.
  private static func profile(in text: [UInt8]) -> [UInt8]? {
    let lines = text.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: true)
    guard lines.count == 3 else { return nil }
    var block: [UInt8] = []
    block.reserveCapacity(lines[2].count / 2)
    var high: UInt8?
    for digit in lines[2].lazy.compactMap(nibble) {
      if let first = high {
        block.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return block.withUnsafeBytes { TIFFFile(exif: $0) == nil } ? nil : block
  }

  private static func nibble(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
