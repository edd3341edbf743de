import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

/// What the board knows of its items.
extension TileBoard {
  /// The items as they are now.
  var items: AnyItemSnapshot { controller.dataSource }

  /// What stands in place of items.
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

  /// A picture's address; nil if its item has no valid one.
  func address(of key: TileKey) -> URL? {
    item(key.item)?.url(for: key.rendition.squareSize(for: key.size))
  }

  /// The address of what a tile shows: the thumbnail of its item, unless that has failed.
  func tileAddress(of key: TileKey) -> URL? {
    item(key.item).flatMap { memory.tileURL(of: $0, for: key) }
  }

  /// True if an item's tile shows another picture than the item's own.
  func showsThumbnail(of item: GalleryItem, at place: Int) -> Bool {
    item.thumbnail != nil && !memory.lacksThumbnail(items.id(at: place))
  }

  /// True if an item's tile has or waits for another picture than this load's.
  func isLate(_ key: TileKey) -> Bool { tiles[key.item].map { $0.key != key } ?? false }

  /// True if a tile waits for this load.
  func awaits(_ key: TileKey) -> Bool { tiles[key.item]?.awaitedKey == key }
}

// MARK: - When they come, go and move

extension TileBoard {
  /// Takes the next snapshot: loads go on wherever their items are now, and end if these are gone.
  mutating func follow(_ change: SnapshotChange, in scene: Scene, into effects: inout [Effect]) {
    let former = items
    if change.changes == nil { renew(in: scene, into: &effects) }
    revision += 1
    isSourceComplete = change.isComplete
    controller.dataSource = change.snapshot
    guard let changes = change.changes else { return shown = RangeSet() }
    for place in controller.dataSourceDidChange(changes).cancel {
      guard let tile = tiles.remove(former.id(at: place)) else { continue }
      if tile.isUnderWay { effects.append(.pipeline(.cancel(tile.key))) }
    }
    tiles.noteMoves()
    shown = changes.places(of: shown)
    levels.follow(changes)
    if !changes.removed.isEmpty { memory.keep { change.snapshot.place(of: $0) != nil } }
  }

  /// Reloads pictures: at once if they have a tile, which keeps the old one until then, else later.
  mutating func reload(_ changed: [ItemID], in scene: Scene, into effects: inout [Effect]) {
    for item in changed {
      memory.forget(item)
      let address = tiles[item].flatMap { tileAddress(of: $0.key) }
      tiles[item]?.reload(attempt: scene.attempt, at: address, for: .tile, into: &effects)
    }
  }
}

// MARK: - Where a thumbnail fails

extension TileBoard {
  /// Asks for the picture itself in place of a thumbnail that has failed, once.
  ///
  /// - Returns: false if this load was of no thumbnail, or if no tile waits for it.
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
