import Prefetching

/// Small numbers in a sorted order, and the index of each.
package struct SortedNumbers: Sendable {
  private static let nowhere = UInt32.max

  package private(set) var numbers: [UInt32] = []
  /// The index of each number; `nowhere` if it is missing.
  private var places: [UInt32] = []
  /// The indices of the numbers added by the last merge, in ascending order.
  package private(set) var merged: [Int] = []

  package init(_ numbers: [UInt32] = []) { self.numbers = numbers }

  package init(_ numbers: [UInt32], sortedBy precedes: (UInt32, UInt32) -> Bool) {
    self.numbers = numbers.sorted(by: precedes)
  }

  /// The upper bound of the numbers whose indices are known.
  package var numberedCount: Int { places.count }

  /// Returns the index of a number; nil if it is missing.
  package func place(of number: Int) -> Int? {
    guard places.indices.contains(number), places[number] != Self.nowhere else { return nil }
    return Int(places[number])
  }

  /// Returns the numbers at some indices.
  ///
  /// - Complexity: O(indices × log indices), but at most O(*n*).
  package func numbers(at indices: RangeSet<Int>) -> RangeSet<Int> {
    let chosen = indices.intersection(RangeSet(numbers.indices)).ranges.joined()
    return Self.set(of: chosen.lazy.map { Int(numbers[$0]) }, below: places.count)
  }

  /// Returns the indices of some numbers, without those that are missing.
  ///
  /// - Complexity: O(numbers × log numbers), but at most O(*n*).
  package func places(of some: RangeSet<Int>) -> RangeSet<Int> {
    let chosen = some.intersection(RangeSet(places.indices)).ranges.joined()
    return Self.set(of: chosen.lazy.compactMap { place(of: $0) }, below: numbers.count)
  }

  private static func set(of members: some Collection<Int>, below bound: Int) -> RangeSet<Int> {
    // Sorting a few takes less time than looking at all.
    if members.prefix(bound / 16).count < bound / 16 {
      return RangeSet(ascending: members.sorted())
    }
    var isMember = [Bool](repeating: false, count: bound)
    for member in members { isMember[member] = true }
    return RangeSet(ascending: isMember.indices.lazy.filter { isMember[$0] })
  }

  /// Removes numbers, which the last merge may have added.
  package mutating func drop(_ dropped: Set<UInt32>) {
    let come = Set(merged.map { numbers[$0] }).subtracting(dropped)
    numbers.removeAll { dropped.contains($0) }
    merged = numbers.indices.filter { come.contains(numbers[$0]) }
  }

  /// Copies the numbers of another instance with the same order, without the table of indices.
  package mutating func copyNumbers(of other: SortedNumbers) {
    numbers = other.numbers
    merged = other.merged
  }

  /// Returns the indices of the numbers that exist.
  package func places(of some: Set<UInt32>) -> [(number: UInt32, place: Int)] {
    some.compactMap { number in place(of: Int(number)).map { (number, $0) } }
  }

  /// Builds the table of indices, for numbers below a bound.
  package mutating func numberPlaces(of count: Int) {
    places = Array(repeating: Self.nowhere, count: count)
    for (place, number) in numbers.enumerated() { places[Int(number)] = UInt32(place) }
  }

  /// Removes numbers, and inserts others at their sorted places.
  ///
  /// - Parameter come: the numbers to insert, sorted.
  /// - Complexity: O(*n*) to copy, and O(*k* log *n*) comparisons for *k* new numbers, but at most O(*k* + *n*).
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

  /// Returns the last merge as changes of the items that the numbers represent.
  ///
  /// - Parameters:
  ///   - former: the former indices of the numbers that it has removed.
  ///   - removed: those indices whose numbers were not inserted elsewhere.
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
