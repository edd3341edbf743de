import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

/// The items of the board.
extension TileBoard {
  /// The current items.
  var items: AnyItemSnapshot { controller.dataSource }

  /// The message when there are no items.
  var emptyText: String { isSourceComplete ? "nothing to show" : "waiting for pictures" }

  /// The tile of the item at a place, if it has one.
  func tile(at place: Int) -> Tile? { place < itemCount ? tiles[items.id(at: place)] : nil }

  /// The item at a place, requested from the data source each time.
  func item(at place: Int) -> GalleryItem { items.item(at: controller.indexPath(of: place)) }

  func item(_ id: ItemID) -> GalleryItem? { items.place(of: id).map { item(at: $0) } }

  /// The captions of all items, requested from the data source one by one.
  var captions: LazyMapSequence<Range<Int>, String> {
    (0..<itemCount).lazy.map { item(at: $0).caption }
  }

  /// A picture's URL; nil if its item has no valid one.
  func address(of key: TileKey) -> URL? {
    item(key.item)?.url(for: key.rendition.squareSize(for: key.size))
  }

  /// The URL of a tile's picture: the thumbnail of its item, unless that failed.
  func tileAddress(of key: TileKey) -> URL? {
    item(key.item).flatMap { memory.tileURL(of: $0, for: key) }
  }

  /// Whether an item's tile shows a thumbnail instead of the item's picture.
  func showsThumbnail(of item: GalleryItem, at place: Int) -> Bool {
    item.thumbnail != nil && !memory.lacksThumbnail(items.id(at: place))
  }

  /// Whether an item's tile has or awaits another picture than this load's.
  func isLate(_ key: TileKey) -> Bool { tiles[key.item].map { $0.key != key } ?? false }

  /// True if a tile waits for this load.
  func awaits(_ key: TileKey) -> Bool { tiles[key.item]?.awaitedKey == key }
}

// MARK: - Changes of the items

extension TileBoard {
  /// Adopts the next snapshot: loads continue at the new places of their items, and end if these
  /// were removed.
  mutating func apply(_ change: SnapshotChange, in scene: Scene, into effects: inout [Effect]) {
    let former = items
    if change.changes == nil { renew(in: scene, into: &effects) }
    revision += 1
    isSourceComplete = change.isComplete
    controller.dataSource = change.snapshot
    guard let changes = change.changes else { return presented = RangeSet() }
    for place in controller.dataSourceDidChange(changes).cancel {
      guard let tile = tiles.remove(former.id(at: place)) else { continue }
      if tile.isUnderWay { effects.append(.pipeline(.cancel(tile.key))) }
    }
    tiles.noteMoves()
    presented = changes.places(of: presented)
    sharpness.apply(changes)
    if !changes.removed.isEmpty { memory.keep { change.snapshot.place(of: $0) != nil } }
  }

  /// Reloads pictures: immediately if they have a tile, which keeps the old one until then, else
  /// later.
  mutating func reload(_ changed: [ItemID], in scene: Scene, into effects: inout [Effect]) {
    for item in changed {
      memory.forget(item)
      let address = tiles[item].flatMap { tileAddress(of: $0.key) }
      tiles[item]?.reload(attempt: scene.attempt, at: address, for: .tile, into: &effects)
    }
  }
}

// MARK: - Failed thumbnails

extension TileBoard {
  /// Requests the picture itself after its thumbnail failed, once.
  ///
  /// - Returns: false if this load was not of a thumbnail, or if no tile waits for it.
  mutating func fallBack(
    from key: TileKey, in scene: Scene, into effects: inout [Effect]
  ) -> Bool {
    guard var tile = tiles[key.item], tile.awaitedKey == key,
      let place = items.place(of: key.item), !memory.lacksThumbnail(key.item),
      ![nil, tile.url].contains(address(of: key))
    else { return false }
    memory.noteWithoutThumbnail(key.item)
    if tile.isBlank {
      tiles[key.item] = nil
      carryOut(controller.reloadItems([place]), in: scene, into: &effects)
    } else if let url = tileAddress(of: key) {
      tile.reload(as: key, at: url)
      tiles[key.item] = tile
      effects.append(.pipeline(.load(TileRequest(key: key, url: url, bypassesCaches: true))))
    }
    return true
  }
}
