import GalleryItems
import Prefetching
import Raster

/// The marked items, and the range that the person is about to mark.
///
/// Items are kept by their ids, in runs: a mark stays on its item when the source changes, and a million neighbors are
/// one run.
package struct Marks: Sendable {
  /// The marked items.
  package private(set) var marked = RangeSet<Int>()
  /// The number of marked items.
  package private(set) var count = 0
  /// The item at which the open range begins; nil if there is none.
  private(set) var rangeStart: ItemID?
  /// The sizes of the marked items, as far as known.
  private(set) var sizes = MarkedSizes()
  /// Whether one item is chosen by Enter, and none is marked.
  package var takesOne = false
  /// Whether the marks of an earlier session are still welcome.
  private var takesFormerMarks = true
  /// The latest changes of many marks, numbered from 1, the oldest first.
  private var history: [(number: Int, change: MarkChange)] = []
  /// The number of such changes, those that can no longer be undone included.
  private var changeCount = 0

  /// The number of changes that can be undone.
  private static let longestHistory = 20

  /// The number of the latest change that can be undone; nil without one.
  var latestChange: Int? { history.last?.number }

  /// Whether an item is marked.
  ///
  /// - Complexity: O(log runs).
  package func contains(_ item: ItemID) -> Bool { marked.contains(item.rawValue) }

  /// The places from the start of the open range to the selection; nil if no range is open.
  func range(to selection: Int, in items: AnyItemSnapshot) -> Range<Int>? {
    guard let start = rangeStart.flatMap(items.place) else { return nil }
    return min(start, selection)..<max(start, selection) + 1
  }
}

// MARK: - Changes by the person

extension Marks {
  /// Marks or unmarks an item.
  mutating func toggle(_ item: ItemID) -> MarkChange {
    let one = item.rawValue..<item.rawValue + 1
    let isMarked = contains(item)
    if isMarked { marked.remove(contentsOf: one) } else { marked.insert(contentsOf: one) }
    count += isMarked ? -1 : 1
    sizes.count(item, isMarked: !isMarked)
    return MarkChange(
      added: isMarked ? RangeSet() : RangeSet(one),
      removed: isMarked ? RangeSet(one) : RangeSet(),
      leavesNone: count == 0)
  }

  mutating func beginRange(at item: ItemID) { rangeStart = item }

  /// Closes the open range without marking it.
  ///
  /// - Returns: whether one was open.
  @discardableResult
  mutating func dropRange() -> Bool {
    defer { rangeStart = nil }
    return rangeStart != nil
  }

  mutating func mark(_ items: RangeSet<Int>) -> MarkChange { change(to: marked.union(items)) }

  /// Marks the unmarked ones among some items, and unmarks the others of them.
  mutating func invert(among items: RangeSet<Int>) -> MarkChange {
    change(to: marked.symmetricDifference(items))
  }

  mutating func clear() -> MarkChange {
    takesFormerMarks = false
    return change(to: RangeSet())
  }

  /// Takes the latest change of many marks back; later changes of single ones stay.
  ///
  /// - Returns: nil if there is none.
  mutating func undo(in items: AnyItemSnapshot) -> MarkChange? {
    guard let latest = history.popLast()?.change else { return nil }
    let former = marked.without(latest.added).union(latest.removed)
    return replace(by: items.present(former))
  }

  /// Marks one item alone.
  mutating func choose(_ item: ItemID) {
    _ = replace(by: RangeSet(item.rawValue..<item.rawValue + 1))
  }

  /// Replaces the marks in a way that can be undone.
  private mutating func change(to marks: RangeSet<Int>) -> MarkChange {
    let change = replace(by: marks)
    guard !change.isEmpty else { return change }
    if history.count == Self.longestHistory { history.removeFirst() }
    changeCount += 1
    history.append((changeCount, change))
    return change
  }

  /// - Complexity: O(runs + items of known size).
  private mutating func replace(by marks: RangeSet<Int>) -> MarkChange {
    let differing = marked.differing(from: marks)
    let change = MarkChange(
      added: differing.intersection(marks), removed: differing.intersection(marked),
      leavesNone: marks.isEmpty)
    marked = marks
    count = marks.memberCount
    sizes.count(marks)
    return change
  }
}

// MARK: - Changes by others

extension Marks {
  /// Marks items that an earlier session has marked, unless the person has cleared the marks since.
  ///
  /// - Returns: a message for the person, if any.
  mutating func restore(_ former: FormerMarks) -> String? {
    guard takesFormerMarks else { return nil }
    _ = replace(by: marked.union(former.found))
    return former.notice
  }

  /// Records the size of an item's file, which a thumbnail does not tell.
  mutating func recordSize(_ info: PictureInfo?, of item: ItemID, on board: TileBoard) {
    guard let bytes = info?.bytes, let shown = board.item(item), shown.thumbnail == nil else {
      return
    }
    sizes.record(bytes, of: item, isMarked: contains(item))
  }

  /// Unmarks items whose files were moved away.
  mutating func drop(_ gone: RangeSet<Int>, into effects: inout [Effect]) {
    let present = marked.without(gone)
    if present != marked { replace(by: present).keep(into: &effects) }
  }

  /// Forgets items that are gone.
  ///
  /// - Parameter former: the items before the change.
  mutating func apply(_ change: SnapshotChange, to former: AnyItemSnapshot) {
    if let start = rangeStart, change.snapshot.place(of: start) == nil { rangeStart = nil }
    guard !marked.isEmpty else { return }
    guard let changes = change.changes else {
      return _ = replace(by: change.snapshot.present(marked))
    }
    guard !changes.removed.isEmpty else { return }
    let gone = former.ids(at: changes.removed).intersection(marked)
    if !gone.isEmpty { _ = replace(by: marked.without(gone)) }
  }
}

extension AnyItemSnapshot {
  /// The ids of these items that are there.
  func present(_ ids: RangeSet<Int>) -> RangeSet<Int> { self.ids(at: places(of: ids)) }
}
