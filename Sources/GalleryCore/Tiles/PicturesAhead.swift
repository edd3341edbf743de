/// For which tile a picture was loaded ahead, by whatever names the picture.
///
/// Bounded, and without an order to keep: once there are `capacity` new ones, those from before them are
/// forgotten. So the latest `capacity` are known, and never more than twice as many.
///
/// - Complexity: O(1) for every call, forgetting counted with what was noted.
package struct PicturesAhead<Name: Hashable & Sendable>: Sendable {
  private let capacity: Int
  private var latest: [Name: TileKey] = [:]
  private var earlier: [Name: TileKey] = [:]

  /// - Parameter capacity: 8,192 by default: hardly more pictures ever wait in memory to be seen.
  package init(capacity: Int = 8_192) { self.capacity = capacity }

  /// A picture was loaded ahead for a tile; of two tiles with the same picture the later one counts.
  package mutating func note(_ key: TileKey, as name: Name) {
    if latest.count >= capacity {
      earlier = latest
      latest = [:]
    }
    earlier[name] = nil
    latest[name] = key
  }

  /// Takes out the tile that a picture was loaded for, if it is known.
  package mutating func take(_ name: Name) -> TileKey? {
    latest.removeValue(forKey: name) ?? earlier.removeValue(forKey: name)
  }
}
