/// A binary min-heap that finds each element by a place assigned on insertion.
///
/// Places are small numbers, so that moving elements needs no hashing. A caller that knows elements
/// by name stores the places with the names.
///
/// - Complexity: O(log *n*) for every change, O(1) for `first` and `count`.
package struct IndexedHeap<Element, Rank: Comparable> {
  fileprivate struct Entry {
    let element: Element
    var rank: Rank
    let place: Int
  }

  private var entries: [Entry] = []
  /// The index in `entries` of each place's element.
  private var positions: [Int] = []
  private var freePlaces: [Int] = []

  /// Creates an empty heap.
  package init() {}

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  /// The element with the lowest rank.
  package var first: (element: Element, rank: Rank)? {
    entries.first.map { ($0.element, $0.rank) }
  }

  /// Adds an element; returns its place, valid until it is removed.
  package mutating func insert(_ element: Element, rank: Rank) -> Int {
    let place = freePlaces.popLast() ?? positions.count
    if place == positions.count { positions.append(entries.count) }
    positions[place] = entries.count
    entries.append(Entry(element: element, rank: rank, place: place))
    siftUp(entries.count - 1)
    return place
  }

  /// Changes the rank of an element; returns the old one.
  @discardableResult
  package mutating func changeRank(at place: Int, _ change: (inout Rank) -> Void) -> Rank {
    let position = positions[place]
    let rank = entries[position].rank
    change(&entries[position].rank)
    settle(position)
    return rank
  }

  /// Removes an element; its place may be reused.
  @discardableResult
  package mutating func remove(at place: Int) -> (element: Element, rank: Rank) {
    let position = positions[place]
    exchange(position, entries.count - 1)
    let removed = entries.removeLast()
    freePlaces.append(place)
    if position < entries.count { settle(position) }
    return (removed.element, removed.rank)
  }

  /// Removes the element with the lowest rank.
  package mutating func removeFirst() -> (element: Element, rank: Rank)? {
    entries.first.map { remove(at: $0.place) }
  }

  /// Restores the order after an element's rank has changed.
  private mutating func settle(_ position: Int) {
    siftDown(position)
    siftUp(position)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].rank < entries[parent].rank else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      let left = 2 * parent + 1
      guard left < entries.count else { return }
      let right = left + 1
      let isRightLess = right < entries.count && entries[right].rank < entries[left].rank
      let child = isRightLess ? right : left
      guard entries[child].rank < entries[parent].rank else { return }
      exchange(child, parent)
      parent = child
    }
  }

  private mutating func exchange(_ first: Int, _ second: Int) {
    entries.swapAt(first, second)
    positions[entries[first].place] = first
    positions[entries[second].place] = second
  }
}

extension IndexedHeap: Sendable where Element: Sendable, Rank: Sendable {}
extension IndexedHeap.Entry: Sendable where Element: Sendable, Rank: Sendable {}
