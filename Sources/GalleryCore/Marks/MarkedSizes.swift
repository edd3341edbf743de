import GalleryItems

/// The total size of the marked items, as far as known: a file's size comes with its picture.
struct MarkedSizes: Sendable {
  /// The number of sizes kept, marked or not: a few megabytes.
  private static let capacity = 100_000

  private var known: [ItemID: Int] = [:]
  /// The number of marked items whose sizes are known.
  private(set) var itemCount = 0
  /// The sum of these sizes.
  private(set) var bytes = 0

  /// Records an item's size, or its new one.
  mutating func record(_ size: Int, of item: ItemID, isMarked: Bool) {
    let former = known[item]
    guard former != nil || known.count < Self.capacity else { return }
    known[item] = size
    guard isMarked else { return }
    bytes += size - (former ?? 0)
    if former == nil { itemCount += 1 }
  }

  /// Counts an item in or out.
  mutating func count(_ item: ItemID, isMarked: Bool) {
    guard let size = known[item] else { return }
    bytes += isMarked ? size : -size
    itemCount += isMarked ? 1 : -1
  }

  /// Counts all marked items.
  ///
  /// - Complexity: O(sizes × log runs).
  mutating func count(_ marked: RangeSet<Int>) {
    (itemCount, bytes) = (0, 0)
    if marked.isEmpty { return }
    for (item, size) in known where marked.contains(item.rawValue) {
      itemCount += 1
      bytes += size
    }
  }
}
