import Prefetching

/// Small numbers in an order, and the place of each.
package struct SortedNumbers: Sendable {
  private static let nowhere = UInt32.max

  package private(set) var numbers: [UInt32] = []
  /// The place of each number; of one that is not there, a place that there is not.
  private var places: [UInt32] = []
  /// Where the last merge put numbers, in ascending order.
  package private(set) var merged: [Int] = []

  package init(_ numbers: [UInt32] = []) { self.numbers = numbers }

  package init(_ numbers: [UInt32], sortedBy precedes: (UInt32, UInt32) -> Bool) {
    self.numbers = numbers.sorted(by: precedes)
  }

  /// The bound of the numbers whose places are known.
  package var numberedCount: Int { places.count }

  /// The place of a number; nil if it is not there.
  package func place(of number: Int) -> Int? {
    guard places.indices.contains(number), places[number] != Self.nowhere else { return nil }
    return Int(places[number])
  }

  /// Leaves out numbers that the last merge has put.
  package mutating func drop(_ dropped: Set<UInt32>) {
    let come = Set(merged.map { numbers[$0] }).subtracting(dropped)
    numbers.removeAll { dropped.contains($0) }
    merged = numbers.indices.filter { come.contains(numbers[$0]) }
  }

  /// Takes over the numbers of the same order, and not their places.
  package mutating func follow(_ other: SortedNumbers) {
    numbers = other.numbers
    merged = other.merged
  }

  /// The places of numbers that are there.
  package func places(of some: Set<UInt32>) -> [(number: UInt32, place: Int)] {
    some.compactMap { number in place(of: Int(number)).map { (number, $0) } }
  }

  /// Makes a table of the places, for numbers below a bound.
  package mutating func numberPlaces(of count: Int) {
    places = Array(repeating: Self.nowhere, count: count)
    for (place, number) in numbers.enumerated() { places[Int(number)] = UInt32(place) }
  }

  /// Leaves numbers out, and puts others where they belong.
  ///
  /// - Parameter come: sorted.
  /// - Complexity: O(n) to copy, and O(k log n) comparisons for k that come, O(k + n) at most.
  package mutating func merge(
    _ come: [UInt32], without gone: Set<UInt32>, by precedes: (UInt32, UInt32) -> Bool
  ) {
    let kept = gone.isEmpty ? numbers : numbers.filter { !gone.contains($0) }
    merged = []
    guard !come.isEmpty else { return numbers = kept }
    var result: [UInt32] = []
    result.reserveCapacity(kept.count + come.count)
    merged.reserveCapacity(come.count)
    let isScattered = come.count < kept.count / 16
    var next = 0
    for number in come {
      let end =
        isScattered
        ? kept[next...].partitioningIndex { precedes(number, $0) }
        : kept[next...].firstIndex { precedes(number, $0) } ?? kept.count
      result += kept[next..<end]
      merged.append(result.count)
      result.append(number)
      next = end
    }
    result += kept[next...]
    numbers = result
  }

  /// The last merge as changes of the items that the numbers stand for.
  ///
  /// - Parameters:
  ///   - former: the places of the numbers that it left out.
  ///   - removed: those of them that it did not put elsewhere.
  package func changes(
    from former: [(number: UInt32, place: Int)], removed: RangeSet<Int> = RangeSet()
  ) -> ItemChanges {
    let formerPlaces = Dictionary(uniqueKeysWithValues: former.map { ($0.number, $0.place) })
    var (inserted, moved) = ([Int](), [Int: Int]())
    for place in merged {
      if let old = formerPlaces[numbers[place]] {
        moved[old] = place
      } else {
        inserted.append(place)
      }
    }
    return ItemChanges(removed: removed, inserted: RangeSet(ascending: inserted), moved: moved)
  }
}
