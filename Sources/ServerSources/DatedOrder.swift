import Prefetching
import SourceItems

/// The items of pages in the order of their dates, which may be corrected.
///
/// Items never move to another page. Those of a manifest keep the server's order.
struct DatedOrder: Sendable {
  /// The sort key of a picture on the page of a folder.
  struct Key: Equatable, Comparable {
    /// The date, as far as known.
    var value: Int
    /// The index in the order of names.
    let rank: Int

    static func < (left: Key, right: Key) -> Bool {
      left.value != right.value ? left.value < right.value : left.rank < right.rank
    }
  }

  private struct Page {
    let first: Int
    /// The keys of the items; empty if the items keep their order.
    var keys: [Key]
  }

  private let isReversed: Bool
  private var pages: [Page] = []
  private var itemCount = 0
  private var shownCount = 0
  /// The shown items whose dates were corrected.
  private var corrected: Set<UInt32> = []
  /// The shown items; nil until a date is corrected, because the order is 0, 1, 2… until then.
  private(set) var shown: SortedNumbers?

  /// Whether shown items must be moved.
  var hasCorrections: Bool { !corrected.isEmpty }

  init(isReversed: Bool) { self.isReversed = isReversed }

  /// Adds the items of the next page.
  mutating func add(_ content: PageContent) {
    pages.append(Page(first: itemCount, keys: content.keys))
    itemCount += content.itemCount
  }

  /// Corrects the date of an item, if it is shown and the date differs.
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
  /// - Returns: the changes; nil if no date was ever corrected.
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

  /// Returns the page of an item: the last one that starts at or before it.
  private static func page(of number: Int, in pages: [Page]) -> Int {
    pages.partitioningIndex { $0.first > number } - 1
  }
}

extension SortedNumbers {
  /// Returns the numbers below a bound in ascending order.
  fileprivate static func counting(to count: Int) -> SortedNumbers {
    var numbers = SortedNumbers((0..<count).map(UInt32.init))
    numbers.numberPlaces(of: count)
    return numbers
  }
}
