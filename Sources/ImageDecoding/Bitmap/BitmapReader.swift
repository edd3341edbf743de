import Raster

/// Reads the rows of a BMP.
///
/// It borrows the file's bytes, which must outlive it.
struct BitmapReader: RowReading {
  let size: PixelSize
  let orientation = Orientation.upright
  private let header: BitmapHeader
  private let pixels: UnsafeRawBufferPointer
  /// The canvas for run-length encoded rows; allocated when reading starts.
  private var canvas: RunLengthCanvas?
  private var nextRow = 0
  /// Whether alpha is used; many programs write zeros for an opaque picture.
  private var usesAlpha = false

  /// Reads the header, and checks the limits before allocating memory for pixels.
  init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(ImageDecodingError) {
    header = try BitmapHeader(bytes)
    size = header.size
    try limits.admit(size, format: .bmp)
    pixels = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(header.pixelsOffset))
  }

  mutating func startRows(atLeast minimum: PixelSize) throws(ImageDecodingError) -> PixelSize {
    switch header.compression {
    case .none, .masks, .masksWithAlpha:
      if pixels.count < rowLength { throw Self.missingRows }
      usesAlpha = hasAlpha
    case .runsOfBytes, .runsOfNibbles:
      canvas = RunLengthCanvas(
        pixels, palette: header.palette, size: size,
        isNibbles: header.compression == .runsOfNibbles)
    }
    return size
  }

  mutating func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress {
    if canvas?.isComplete == false {
      canvas?.drawSome()
      return .working
    }
    if nextRow == size.height { return .ended }
    defer { nextRow += 1 }
    if let canvas {
      if !canvas.hasContent { throw Self.missingRows }
      _ = row.update(fromContentsOf: canvas.row(nextRow))
    } else if let stored = storedRow(nextRow) {
      unpack(stored, into: row)
    } else if header.isTopDown {
      return .ended
    } else {
      // The file is stored from the bottom, so a truncated one lacks the upper rows.
      row.update(repeating: 0)
    }
    return .row
  }

  private static var missingRows: ImageDecodingError {
    .corruptBitmap("it ends before its first row")
  }

  /// The bytes of a row, padded to a whole number of 32-bit words.
  private var rowLength: Int { (size.width * header.bitsPerPixel + 31) / 32 * 4 }

  private func storedRow(_ row: Int) -> UnsafeRawBufferPointer? {
    let place = header.isTopDown ? row : size.height - 1 - row
    return pixels.field(at: place * rowLength, length: rowLength)
  }

  /// Whether any pixel has an alpha other than 0; usually the first pixel decides.
  private var hasAlpha: Bool {
    guard let alpha = header.masks[3] else { return false }
    let length = header.bitsPerPixel / 8
    for row in 0..<size.height {
      guard let stored = storedRow(row) else { continue }
      for x in 0..<size.width where alpha.value(of: word(stored, x * length, length)) > 0 {
        return true
      }
    }
    return false
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ length: Int) -> UInt32 {
    length == 2
      ? UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
      : UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private func unpack(
    _ stored: UnsafeRawBufferPointer, into row: UnsafeMutableBufferPointer<UInt32>
  ) {
    switch header.bitsPerPixel {
    case 24:
      for x in 0..<size.width {
        row[x] =
          0xFF00_0000 | UInt32(stored[x * 3]) | UInt32(stored[x * 3 + 1]) << 8
          | UInt32(stored[x * 3 + 2]) << 16
      }
    case 16, 32:
      let length = header.bitsPerPixel / 8
      for x in 0..<size.width { row[x] = pixel(word(stored, x * length, length)) }
    default: unpackIndices(stored, into: row)
    }
  }

  /// The color of a pixel that is a word.
  private func pixel(_ word: UInt32) -> UInt32 {
    let blue = header.masks[0]?.value(of: word) ?? 0
    let green = header.masks[1]?.value(of: word) ?? 0
    let red = header.masks[2]?.value(of: word) ?? 0
    let alpha = usesAlpha ? header.masks[3]?.value(of: word) ?? 255 : 255
    return alpha << 24 | red << 16 | green << 8 | blue
  }

  /// Unpacks the indexes of pixels that share bytes, highest bits first.
  private func unpackIndices(
    _ stored: UnsafeRawBufferPointer, into row: UnsafeMutableBufferPointer<UInt32>
  ) {
    let bits = header.bitsPerPixel
    let mask = UInt8(header.palette.count - 1)
    for x in 0..<size.width {
      let byte = stored[x * bits / 8]
      let index = byte >> UInt8(8 - bits - x * bits % 8) & mask
      row[x] = header.palette[Int(index)]
    }
  }
}
