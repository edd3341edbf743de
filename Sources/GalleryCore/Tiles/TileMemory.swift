import Raster

/// What is remembered of items, whether they have a tile or not.
struct TileMemory: Sendable {
  /// How many items' mean colors are kept: a few megabytes.
  static let colorCapacity = 100_000
  /// How many failures are kept, so that nothing is asked for again and again while scrolling past.
  static let failureCapacity = 10_000

  /// Why items failed, until a reload is asked for.
  private var failures = ItemMemory<String>(capacity: failureCapacity)
  /// The mean colors of pictures that were there, as pixels.
  private var colors = ItemMemory<UInt32>(capacity: colorCapacity)
  /// The items whose latest load to end has failed, on the screen or not.
  private(set) var failedItems: Set<Int> = []

  /// Why an item's picture is not asked for; nil where it is.
  func failure(of item: Int) -> String? { failures[item] }

  /// The mean color of an item's picture, as a pixel; nil before its first picture.
  func color(of item: Int) -> UInt32? { colors[item] }

  /// A picture has come: its color is what its tile shows when it is blank again.
  ///
  /// The color comes with what was loaded. A picture from memory has nearly always shown its color before.
  mutating func noteLoaded(_ image: PixelImage, for item: Int) {
    failedItems.remove(item)
    if let mean = image.mean ?? (colors[item] == nil ? image.averagePixel() : nil) {
      colors.remember(mean, of: item)
    }
  }

  mutating func noteFailed(_ item: Int) { failedItems.insert(item) }

  mutating func remember(_ failure: String, of item: Int) { failures.remember(failure, of: item) }

  mutating func forgetFailures() { failures.forgetAll() }

  /// Forgets failure and color of an item.
  mutating func forget(_ item: Int) {
    failures.forget(item)
    colors.forget(item)
  }
}

/// What is remembered of items, and of no more than so many of them: beyond that, the one is forgotten
/// that has been remembered for longest.
///
/// - Complexity: O(1) for every call; memory O(items remembered).
struct ItemMemory<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    /// Its place in `order`.
    let place: Int
  }

  let capacity: Int
  private var entries: [Int: Entry] = [:]
  /// The items in the order in which they came, in a ring; those forgotten since keep their place.
  private var order: [Int] = []
  private var oldest = 0

  init(capacity: Int) { self.capacity = capacity }

  subscript(item: Int) -> Value? { entries[item]?.value }

  /// Remembers a value in place of an earlier one, which makes the item no younger.
  mutating func remember(_ value: Value, of item: Int) {
    if entries[item] != nil {
      entries[item]?.value = value
    } else if order.count < capacity {
      entries[item] = Entry(value: value, place: order.count)
      order.append(item)
    } else if capacity > 0 {
      // An item that was forgotten and came again has another place by now.
      if entries[order[oldest]]?.place == oldest { entries[order[oldest]] = nil }
      entries[item] = Entry(value: value, place: oldest)
      order[oldest] = item
      oldest = (oldest + 1) % capacity
    }
  }

  mutating func forget(_ item: Int) { entries[item] = nil }

  mutating func forgetAll() { self = ItemMemory(capacity: capacity) }
}
