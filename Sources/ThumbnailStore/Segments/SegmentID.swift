/// Names a segment among all that there ever were, by when it was made, in nanoseconds since 1970.
struct SegmentID: Hashable, Comparable {
  let number: UInt64

  private static let prefix = "segment-"

  init(number: UInt64) { self.number = number }

  /// Reads the name of a file; nil if it is not a segment's.
  init?(fileName: String) {
    guard fileName.hasPrefix(Self.prefix) else { return nil }
    let digits = fileName.dropFirst(Self.prefix.count)
    guard digits.utf8.count == 16, let number = UInt64(digits, radix: 16) else { return nil }
    self.number = number
  }

  var fileName: String {
    let digits = String(number, radix: 16)
    return Self.prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  static func < (one: SegmentID, other: SegmentID) -> Bool { one.number < other.number }
}
