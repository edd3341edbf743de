/// The tiles for which pictures were loaded ahead, keyed by the picture.
///
/// The memory is bounded without recording an order: after `capacity` new pictures, the older ones
/// are forgotten. So the latest `capacity` are known, and at most twice as many.
///
/// - Complexity: O(1) for every call, amortized.
package struct PicturesAhead<Name: Hashable & Sendable>: Sendable {
  private let capacity: Int
  private var latest: [Name: TileKey] = [:]
  private var earlier: [Name: TileKey] = [:]

  /// - Parameter capacity: 8,192 by default: more pictures rarely wait in memory to be seen.
  package init(capacity: Int = 8_192) { self.capacity = capacity }

  /// Notes that a picture was loaded ahead for a tile; for several tiles, the latest.
  package mutating func insert(_ key: TileKey, as name: Name) {
    if latest.count >= capacity {
      earlier = latest
      latest = [:]
    }
    earlier[name] = nil
    latest[name] = key
  }

  /// Removes and returns the tile for which a picture was loaded, if known.
  package mutating func removeKey(of name: Name) -> TileKey? {
    latest.removeValue(forKey: name) ?? earlier.removeValue(forKey: name)
  }
}
