import Prefetching

/// The items of pages in the order of their dates, which may turn out to be others.
///
/// An item stays on its page. Those of a manifest stay where the server puts them.
struct DatedOrder: Sendable {
  /// What decides the place of a picture on the page of a folder.
  struct Key: Equatable, Comparable {
    /// Its date, as far as that is known.
    var value: Int
    /// Its place in the order of names.
    let rank: Int

    static func < (left: Key, right: Key) -> Bool {
      left.value != right.value ? left.value < right.value : left.rank < right.rank
    }
  }

  private struct Item {
    let page: Int
    /// Nil for one that stays where it is.
    var key: Key?
  }

  private let isReversed: Bool
  private var items: [Item] = []
  private var pageCount = 0
  /// The items that are shown whose dates are others than before.
  private var corrected: Set<UInt32> = []
  /// The items that are shown.
  private(set) var shown = SortedNumbers()

  /// Whether items that are shown belong elsewhere.
  var hasCorrections: Bool { !corrected.isEmpty }

  init(isReversed: Bool) { self.isReversed = isReversed }

  /// Adds the items of the next page.
  mutating func add(_ content: PageContent) {
    items += (0..<content.itemCount).map { number in
      Item(page: pageCount, key: content.keys.isEmpty ? nil : content.keys[number])
    }
    pageCount += 1
  }

  /// Notes the date of an item that is shown.
  ///
  /// - Returns: whether it is another one than before.
  mutating func correct(_ number: Int, to date: Int) -> Bool {
    guard shown.place(of: number) != nil, let key = items[number].key, key.value != date else {
      return false
    }
    items[number].key?.value = date
    corrected.insert(UInt32(number))
    return true
  }

  /// Shows as many items, each in its place, and tells how the ones before have moved.
  mutating func show(_ count: Int) -> ItemChanges {
    let former = shown.places(of: corrected)
    let come = (shown.numbers.count..<count).map(UInt32.init) + corrected
    shown.merge(come.sorted(by: precedes), without: corrected, by: precedes)
    shown.numberPlaces(of: count)
    corrected = []
    return shown.changes(from: former)
  }

  private var precedes: (UInt32, UInt32) -> Bool {
    let (items, isReversed) = (items, isReversed)
    return { left, right in
      let (one, other) = (items[Int(left)], items[Int(right)])
      guard one.page == other.page else { return one.page < other.page }
      guard let key = one.key, let otherKey = other.key else { return left < right }
      return isReversed ? otherKey < key : key < otherKey
    }
  }
}
