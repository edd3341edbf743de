/// A segment of a JPEG file (ITU T.81, B.1.1.4): a marker, a length, and its content.
struct JPEGSegment {
  private static let startOfScan: UInt8 = 0xDA

  /// The end offset.
  let end: Int
  private let marker: UInt8

  /// Reads the segment at an offset; nil if there is none.
  init?(in file: [UInt8], at offset: Int) {
    guard offset + 4 <= file.count, file[offset] == 0xFF else { return nil }
    marker = file[offset + 1]
    end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
  }

  /// The header of the first scan.
  static func firstScan(in file: [UInt8]) -> JPEGSegment? {
    var offset = 2
    while let segment = JPEGSegment(in: file, at: offset) {
      if segment.marker == startOfScan { return segment }
      offset = segment.end
    }
    return nil
  }

  /// The offset of the marker after a scan's data.
  func endOfScan(in file: [UInt8]) -> Int? {
    var offset = end
    while offset + 1 < file.count {
      if file[offset] == 0xFF, file[offset + 1] != 0 { return offset }
      offset += 1
    }
    return nil
  }
}
