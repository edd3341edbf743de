/// What comes before the coded data of a JPEG file (ITU T.81, B.1).
enum JPEGHeader {
  private static let startOfScan: UInt8 = 0xDA

  /// The file begins with a whole header, so that there may be something of a picture behind it.
  ///
  /// - Complexity: O(segments of the header), however long they are.
  static func isComplete(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return false }
    var offset = 2
    while let segment = bytes.field(at: offset, length: 4), segment[0] == 0xFF {
      // Fill bytes may come before a marker.
      if segment[1] == 0xFF {
        offset += 1
        continue
      }
      offset += 2 + Int(segment[2]) << 8 + Int(segment[3])
      if segment[1] == startOfScan { return offset <= bytes.count }
    }
    return false
  }
}
