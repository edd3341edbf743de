extension RangeSet<Int> {
  /// The least member of a range, in O(log ranges).
  func first(in range: Range<Int>) -> Int? {
    let place = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    guard place < ranges.count else { return nil }
    let member = Swift.max(ranges[place].lowerBound, range.lowerBound)
    return member < range.upperBound ? member : nil
  }

  /// The greatest member of a range, in O(log ranges).
  func last(in range: Range<Int>) -> Int? {
    let place = ranges.partitioningIndex { $0.lowerBound >= range.upperBound } - 1
    guard place >= 0 else { return nil }
    let member = Swift.min(ranges[place].upperBound, range.upperBound) - 1
    return member >= range.lowerBound ? member : nil
  }

  /// Adds one member, unless it is greater than all that a range can hold.
  mutating func insert(_ member: Int) {
    if member < .max { insert(contentsOf: member..<member + 1) }
  }

  /// Removes one member, if it is there.
  mutating func remove(_ member: Int) {
    if member < .max { remove(contentsOf: member..<member + 1) }
  }
}
