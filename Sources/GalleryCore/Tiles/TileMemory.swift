import FoundationEssentials
import GalleryItems
import Raster

/// The memory of items, whether they have a tile or not.
struct TileMemory: Sendable {
  /// The number of mean colors kept: a few megabytes.
  static let colorCapacity = 100_000
  /// The number of failures kept, so that scrolling past does not request them repeatedly.
  static let failureCapacity = 10_000

  /// The reasons of failed items, kept until a reload is requested.
  private var failures = ItemMemory<FailureReason>(capacity: failureCapacity)
  /// The mean colors of loaded pictures, as pixels.
  private var colors = ItemMemory<UInt32>(capacity: colorCapacity)
  /// The items whose thumbnails failed, so that their tiles show the pictures themselves.
  private var withoutThumbnail = ItemMemory<Bool>(capacity: failureCapacity)
  /// The items whose latest finished load failed, on the screen or not.
  private(set) var failedItems: Set<ItemID> = []

  /// The reason not to request an item's picture; nil if there is none.
  func failure(of item: ItemID) -> FailureReason? { failures[item] }

  /// Whether an item's thumbnail has failed.
  func lacksThumbnail(_ item: ItemID) -> Bool { withoutThumbnail[item] != nil }

  /// The URL of a tile's picture: the item's thumbnail, unless that failed.
  func tileURL(of item: GalleryItem, for key: TileKey) -> URL? {
    let size = key.rendition.squareSize(for: key.size)
    return lacksThumbnail(key.item) ? item.url(for: size) : item.tileURL(for: size)
  }

  /// The mean color of an item's picture, as a pixel; nil before its first picture.
  func color(of item: ItemID) -> UInt32? { colors[item] }

  /// Remembers a loaded picture's color, for its tile when it is blank again.
  ///
  /// The color comes with the load. For pictures from memory, it is nearly always known already.
  mutating func noteLoaded(_ image: PixelImage, for item: ItemID) {
    failedItems.remove(item)
    if let mean = image.mean ?? (colors[item] == nil ? image.averagePixel() : nil) {
      colors.remember(mean, of: item)
    }
  }

  mutating func noteFailed(_ item: ItemID) { failedItems.insert(item) }

  /// Forgets removed items; failures and colors are bounded anyway.
  mutating func keep(_ isThere: (ItemID) -> Bool) {
    if !failedItems.isEmpty { failedItems = failedItems.filter(isThere) }
  }

  mutating func remember(_ failure: FailureReason, of item: ItemID) {
    failures.remember(failure, of: item)
  }

  mutating func noteWithoutThumbnail(_ item: ItemID) {
    withoutThumbnail.remember(true, of: item)
  }

  mutating func forgetFailures() {
    failures.forgetAll()
    withoutThumbnail.forgetAll()
  }

  /// Forgets the failures and the color of an item.
  mutating func forget(_ item: ItemID) {
    failures.forget(item)
    withoutThumbnail.forget(item)
    colors.forget(item)
  }
}

/// A bounded memory of values per item; when it is full, it forgets the oldest one.
///
/// - Complexity: O(1) for every call; memory O(items remembered).
struct ItemMemory<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    /// The entry's index in `order`.
    let place: Int
  }

  let capacity: Int
  private var entries: [ItemID: Entry] = [:]
  /// The items in order of arrival, as a ring buffer; forgotten items keep their slot.
  private var order: [ItemID] = []
  private var oldest = 0

  init(capacity: Int) { self.capacity = capacity }

  subscript(item: ItemID) -> Value? { entries[item]?.value }

  /// Remembers a value, replacing an earlier one without making the item newer.
  mutating func remember(_ value: Value, of item: ItemID) {
    if entries[item] != nil {
      entries[item]?.value = value
    } else if order.count < capacity {
      entries[item] = Entry(value: value, place: order.count)
      order.append(item)
    } else if capacity > 0 {
      // An item that was forgotten and added again has another slot.
      if entries[order[oldest]]?.place == oldest { entries[order[oldest]] = nil }
      entries[item] = Entry(value: value, place: oldest)
      order[oldest] = item
      oldest = (oldest + 1) % capacity
    }
  }

  mutating func forget(_ item: ItemID) { entries[item] = nil }

  mutating func forgetAll() { self = ItemMemory(capacity: capacity) }

  /// Forgets all other items.
  ///
  /// - Complexity: O(items remembered).
  mutating func keep(_ isKept: (ItemID) -> Bool) {
    for item in entries.keys where !isKept(item) { forget(item) }
  }
}
