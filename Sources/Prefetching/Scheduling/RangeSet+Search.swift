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

  /// Adds one member, unless no range can contain it.
  mutating func insert(_ member: Int) { insert(CollectionOfOne(member)) }

  /// Adds members that ranges can contain; consecutive members cost as much as one.
  mutating func insert(_ members: some Sequence<Int>) {
    var run = 0..<0
    for member in members where member < .max {
      if member == run.upperBound {
        run = run.lowerBound..<member + 1
      } else if member + 1 == run.lowerBound {
        run = member..<run.upperBound
      } else {
        insert(contentsOf: run)
        run = member..<member + 1
      }
    }
    insert(contentsOf: run)
  }

  /// Removes one member, if present.
  mutating func remove(_ member: Int) {
    if member < .max { remove(contentsOf: member..<member + 1) }
  }
}
