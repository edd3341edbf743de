extension ExifOrientation {
  /// Reads the orientation from an EXIF block: a TIFF file, with or without "Exif" before it.
  ///
  /// Whatever is missing, cut off or nonsense means upright.
  init(exif: UnsafeRawBufferPointer) {
    let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let start = exif.starts(with: prefix) ? prefix.count : 0
    let tiff = TIFFDirectory(UnsafeRawBufferPointer(rebasing: exif[start...]))
    self = tiff?.short(tag: 0x0112).flatMap(ExifOrientation.init(rawValue:)) ?? .upright
  }
}

/// The first directory of a TIFF file (TIFF 6.0, section 2).
private struct TIFFDirectory {
  private static let entryLength = 12
  private static let shortType = 3

  private let bytes: UnsafeRawBufferPointer
  private let order: ByteOrder
  private var firstEntry = 0
  private var entryCount = 0

  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    switch bytes.first {
    case UInt8(ascii: "I"): order = .littleEndian
    case UInt8(ascii: "M"): order = .bigEndian
    default: return nil
    }
    guard integer(at: 2, length: 2) == 42, let offset = integer(at: 4, length: 4),
      let count = integer(at: offset, length: 2)
    else { return nil }
    firstEntry = offset + 2
    entryCount = count
  }

  /// The value of a tag that holds one 16-bit number.
  func short(tag: Int) -> UInt16? {
    for entry in 0..<entryCount {
      let offset = firstEntry + entry * Self.entryLength
      guard let found = integer(at: offset, length: 2) else { return nil }
      if found != tag { continue }
      guard integer(at: offset + 2, length: 2) == Self.shortType else { return nil }
      return integer(at: offset + 8, length: 2).map { UInt16($0) }
    }
    return nil
  }

  private func integer(at offset: Int, length: Int) -> Int? {
    bytes.integer(at: offset, length: length, order: order)
  }
}
