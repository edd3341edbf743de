/// The pictures beside the one of the detail view, which are requested ahead.
struct DetailNeighbors: Sendable {
  /// The requested pictures, and whether each is still pending.
  private var pictures: [TileKey: Bool] = [:]

  var isEmpty: Bool { pictures.isEmpty }

  /// The keys of pending loads.
  var awaitedKeys: [TileKey] { pictures.filter(\.value).map(\.key) }

  /// True while a picture is pending.
  func awaits(_ key: TileKey) -> Bool { pictures[key] == true }

  /// Requests pictures that were not requested yet.
  mutating func request(
    _ keys: [TileKey], over board: TileBoard, into effects: inout [Effect]
  ) {
    for key in keys where pictures[key] == nil {
      guard let url = board.address(of: key) else { continue }
      pictures[key] = true
      effects.append(.pipeline(.prefetch(TileRequest(key: key, url: url, purpose: .detail))))
    }
  }

  /// Records that a load has ended, whether it succeeded or not.
  mutating func finish(_ key: TileKey) { pictures[key] = pictures[key].map { _ in false } }

  /// Forgets a picture that will be shown.
  mutating func remove(_ key: TileKey) { pictures[key] = nil }

  /// Forgets all pictures but some.
  ///
  /// - Returns: the keys of pending loads, to be canceled.
  mutating func drop(allBut kept: [TileKey]) -> [TileKey] {
    let dropped = pictures.filter { !kept.contains($0.key) }
    for key in dropped.keys { pictures[key] = nil }
    return dropped.filter(\.value).map(\.key)
  }
}
