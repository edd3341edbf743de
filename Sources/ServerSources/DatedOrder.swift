import Prefetching
import SourceItems

/// The items of pages in the order of their dates, which may turn out to be others.
///
/// An item stays on its page. Those of a manifest stay where the server puts them.
struct DatedOrder: Sendable {
  /// The sort key of a picture on the page of a folder.
  struct Key: Equatable, Comparable {
    /// Its date, as far as that is known.
    var value: Int
    /// Its place in the order of names.
    let rank: Int

    static func < (left: Key, right: Key) -> Bool {
      left.value != right.value ? left.value < right.value : left.rank < right.rank
    }
  }

  private struct Page {
    let first: Int
    /// A key for each item; none where items stay where they are.
    var keys: [Key]
  }

  private let isReversed: Bool
  private var pages: [Page] = []
  private var itemCount = 0
  private var shownCount = 0
  /// The items that are shown whose dates are others than before.
  private var corrected: Set<UInt32> = []
  /// The items that are shown; nil until a date turns out to be another, because they are in their order until then.
  private(set) var shown: SortedNumbers?

  /// Whether items that are shown belong elsewhere.
  var hasCorrections: Bool { !corrected.isEmpty }

  init(isReversed: Bool) { self.isReversed = isReversed }

  /// Adds the items of the next page.
  mutating func add(_ content: PageContent) {
    pages.append(Page(first: itemCount, keys: content.keys))
    itemCount += content.itemCount
  }

  /// Corrects the date of an item, if it is shown and was another.
  mutating func correct(_ number: Int, to date: Int) {
    guard 0..<shownCount ~= number else { return }
    let page = Self.page(of: number, in: pages)
    let place = number - pages[page].first
    guard pages[page].keys.indices.contains(place), pages[page].keys[place].value != date else {
      return
    }
    pages[page].keys[place].value = date
    corrected.insert(UInt32(number))
  }

  /// Shows the first `count` items in the order of their dates.
  ///
  /// - Returns: the changes; nil as long as no date was another.
  mutating func show(_ count: Int) -> ItemChanges? {
    if shown != nil, !hasCorrections, count == shownCount { return ItemChanges() }
    defer {
      shownCount = count
      corrected = []
    }
    guard var order = shown ?? (corrected.isEmpty ? nil : .counting(to: shownCount)) else {
      return nil
    }
    let former = order.places(of: corrected)
    let come = (shownCount..<count).map(UInt32.init) + corrected
    order.merge(come.sorted(by: precedes), without: corrected, by: precedes)
    order.numberPlaces(of: count)
    shown = order
    return order.changes(from: former)
  }

  private var precedes: (UInt32, UInt32) -> Bool {
    let (pages, isReversed) = (pages, isReversed)
    return { left, right in
      let page = Self.page(of: Int(left), in: pages)
      guard page == Self.page(of: Int(right), in: pages) else { return left < right }
      let (first, keys) = (pages[page].first, pages[page].keys)
      if keys.isEmpty { return left < right }
      let (one, other) = (keys[Int(left) - first], keys[Int(right) - first])
      return isReversed ? other < one : one < other
    }
  }

  /// The page of an item, which is the last one that does not begin behind it.
  private static func page(of number: Int, in pages: [Page]) -> Int {
    pages.partitioningIndex { $0.first > number } - 1
  }
}

extension SortedNumbers {
  /// The numbers below a bound, in their order.
  fileprivate static func counting(to count: Int) -> SortedNumbers {
    var numbers = SortedNumbers((0..<count).map(UInt32.init))
    numbers.numberPlaces(of: count)
    return numbers
  }
}
