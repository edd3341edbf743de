/// A growing set of places, with the rank of each, in a bit per place.
///
/// A filter of ten million items takes 1.4 MB, however scattered the items are that it shows.
package struct PlaceSet: Hashable, Sendable {
  private static let wordsPerBlock = 8

  /// A bit per place.
  private var words: [UInt64] = []
  /// The number of members before each block of words.
  private var ranks: [Int] = []
  /// The number of members.
  package private(set) var count = 0

  package init() {}

  package init(_ places: Range<Int>) { append(places) }

  /// Adds places behind all members.
  ///
  /// - Precondition: the range begins behind the last member.
  /// - Complexity: O(places / 64).
  package mutating func append(_ places: Range<Int>) {
    guard !places.isEmpty else { return }
    let last = (places.upperBound - 1) >> 6
    while words.count <= last { appendWord() }
    for word in places.lowerBound >> 6...last {
      let start = max(0, places.lowerBound - word << 6)
      let end = min(64, places.upperBound - word << 6)
      words[word] |= (~0 >> UInt64(64 - (end - start))) << UInt64(start)
      count += end - start
      let block = word / Self.wordsPerBlock + 1
      if block < ranks.count { ranks[block] = count }
    }
  }

  private mutating func appendWord() {
    if words.count.isMultiple(of: Self.wordsPerBlock) { ranks.append(count) }
    words.append(0)
  }

  package func contains(_ place: Int) -> Bool {
    place >> 6 < words.count && words[place >> 6] >> UInt64(place & 63) & 1 == 1
  }

  /// The number of members before a place.
  ///
  /// - Complexity: O(1).
  package func rank(of place: Int) -> Int {
    let word = place >> 6
    guard word < words.count else { return count }
    let block = word / Self.wordsPerBlock
    let before = words[block * Self.wordsPerBlock..<word].reduce(0) { $0 + $1.nonzeroBitCount }
    let here = words[word] & ((1 << UInt64(place & 63)) - 1)
    return ranks[block] + before + here.nonzeroBitCount
  }

  /// The member with as many before it as `index` says.
  ///
  /// - Precondition: the index is from 0 to below `count`.
  /// - Complexity: O(log places).
  package subscript(index: Int) -> Int {
    var blocks = 0..<ranks.count
    while blocks.count > 1 {
      let middle = blocks.lowerBound + blocks.count / 2
      blocks =
        ranks[middle] <= index ? middle..<blocks.upperBound : blocks.lowerBound..<middle
    }
    var left = index - ranks[blocks.lowerBound]
    var word = blocks.lowerBound * Self.wordsPerBlock
    while left >= words[word].nonzeroBitCount {
      left -= words[word].nonzeroBitCount
      word += 1
    }
    var bits = words[word]
    for _ in 0..<left { bits &= bits - 1 }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// The members of some ranks, as ranges of consecutive places.
  ///
  /// - Complexity: O(ranges + places / 64).
  /// The members without some places.
  ///
  /// - Complexity: O(words + runs).
  package func without(_ places: RangeSet<Int>) -> PlaceSet {
    var rest = RangeSet(self.places(ofRanks: 0..<count))
    for run in places.ranges { rest.remove(contentsOf: run) }
    var result = PlaceSet()
    for run in rest.ranges { result.append(run) }
    return result
  }

  /// The ranks of the members among some places.
  ///
  /// - Complexity: O(runs of places).
  package func ranks(of places: RangeSet<Int>) -> RangeSet<Int> {
    RangeSet(places.ranges.lazy.map { rank(of: $0.lowerBound)..<rank(of: $0.upperBound) })
  }

  package func places(ofRanks ranks: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var left = ranks.clamped(to: 0..<count)
    while !left.isEmpty {
      let start = self[left.lowerBound]
      let end = min(gap(from: start), start + left.count)
      runs.append(start..<end)
      left = left.lowerBound + (end - start)..<left.upperBound
    }
    return runs
  }

  /// The first place from another one that is no member.
  private func gap(from place: Int) -> Int {
    var word = place >> 6
    var gaps = ~words[word] & (~0 << UInt64(place & 63))
    while gaps == 0 {
      word += 1
      guard word < words.count else { return words.count << 6 }
      gaps = ~words[word]
    }
    return word << 6 + gaps.trailingZeroBitCount
  }
}
