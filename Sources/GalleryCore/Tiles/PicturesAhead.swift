/// The tiles for which pictures were loaded ahead, keyed by whatever names the picture.
///
/// The memory is bounded, and needs no order: once there are `capacity` new pictures, those from
/// before them are forgotten. So the latest `capacity` are known, and never more than twice as
/// many.
///
/// - Complexity: O(1) for every call; the cost of forgetting is included in that of noting.
package struct PicturesAhead<Name: Hashable & Sendable>: Sendable {
  private let capacity: Int
  private var latest: [Name: TileKey] = [:]
  private var earlier: [Name: TileKey] = [:]

  /// - Parameter capacity: 8,192 by default: more pictures rarely wait in memory to be seen.
  package init(capacity: Int = 8_192) { self.capacity = capacity }

  /// Notes that a picture was loaded ahead for a tile; of two tiles with the same picture the later
  /// wins.
  package mutating func note(_ key: TileKey, as name: Name) {
    if latest.count >= capacity {
      earlier = latest
      latest = [:]
    }
    earlier[name] = nil
    latest[name] = key
  }

  /// Removes and returns the tile that a picture was loaded for, if it is known.
  package mutating func take(_ name: Name) -> TileKey? {
    latest.removeValue(forKey: name) ?? earlier.removeValue(forKey: name)
  }
}
