/// A file of directories of tagged values (TIFF 6.0, section 2): EXIF is one inside a picture.
///
/// Offsets and counts are the file's own word: each value is looked up where it is asked for, and is
/// missing where any byte of it lies outside. Nothing is followed that could lead back.
struct TIFFFile {
  private let bytes: UnsafeRawBufferPointer
  private let order: ByteOrder

  /// Nil where the bytes do not begin like such a file.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    switch bytes.first {
    case UInt8(ascii: "I"): order = .littleEndian
    case UInt8(ascii: "M"): order = .bigEndian
    default: return nil
    }
    guard integer(at: 2, length: 2) == 42 else { return nil }
  }

  /// What an EXIF block holds: such a file, with or without "Exif" before it.
  init?(exif: UnsafeRawBufferPointer) {
    let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let start = exif.starts(with: prefix) ? prefix.count : 0
    self.init(UnsafeRawBufferPointer(rebasing: exif[start...]))
  }

  /// That of the first picture.
  var firstDirectory: TIFFDirectory? {
    integer(at: 4, length: 4).flatMap { TIFFDirectory(in: self, at: $0) }
  }

  /// That of the second picture: in EXIF, of a thumbnail.
  var secondDirectory: TIFFDirectory? { firstDirectory?.next }

  /// An unsigned number; nil outside the file.
  func integer(at offset: Int, length: Int) -> Int? {
    bytes.integer(at: offset, length: length, order: order)
  }

  /// These bytes alone; nil where any of them lies outside the file.
  func field(at offset: Int, length: Int) -> UnsafeRawBufferPointer? {
    bytes.field(at: offset, length: length)
  }
}
