/// A minimal EXIF block with a thumbnail (CIPA DC-008, 4.5.5).
struct EXIFBlock {
  /// The content of the segment.
  let bytes: [UInt8]

  /// - Parameter thumbnail: a JPEG file of less than 64 KB.
  init(thumbnail: [UInt8]) {
    // The first directory, for the picture, is empty; the second has three fields of twelve bytes.
    let second: UInt32 = 8 + 2 + 4
    let start = second + 2 + 3 * 12 + 4
    var bytes = Array("Exif".utf8) + [0, 0] + Array("II".utf8) + [42, 0]
    bytes += Self.number(8) + [0, 0] + Self.number(second) + [3, 0]
    bytes += Self.field(0x0103, type: 3, 6)
    bytes += Self.field(0x0201, type: 4, start)
    bytes += Self.field(0x0202, type: 4, UInt32(thumbnail.count))
    self.bytes = bytes + Self.number(0) + thumbnail
  }

  /// A field with one value, of two bytes (type 3) or four (type 4).
  private static func field(_ tag: UInt16, type: UInt16, _ value: UInt32) -> [UInt8] {
    [UInt8(tag & 0xFF), UInt8(tag >> 8), UInt8(type), 0] + number(1) + number(value)
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
