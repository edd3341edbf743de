import Prefetching
import Raster

extension Gallery {
  /// Changes whatever shows the load of this key, tile or detail view; what has another key by now
  /// is left alone.
  mutating func change(_ key: TileKey, _ change: (inout Tile) -> Void) {
    detail?.change(key, change)
    if var tile = tiles[key.item], tile.key == key {
      change(&tile)
      tiles[key.item] = tile
    }
  }

  mutating func finish(_ key: TileKey, with image: PixelImage, at cost: LoadCost) {
    failedItems.remove(key.item)
    noteColor(of: image, for: key.item)
    change(key) { $0.finish(with: image) }
    noteDetailPicture(key)
    if tiles[key.item]?.key == key {
      controller.itemBecameReady(
        key.item, bytes: cost.bytes, heldBytes: image.costBytes, after: cost.times,
        from: cost.host, at: now)
    }
  }

  /// A failure is shown and remembered, unless there is a picture to keep: then it is told.
  ///
  /// What may work the next time and is not on screen is forgotten instead: it is loaded when it gets
  /// there, with all the attempts that this is worth then.
  mutating func fail(_ key: TileKey, because reason: String, isTransient: Bool) {
    failedItems.insert(key.item)
    noteNeighbour(key)
    if detail?.magnified?.key == key { return failMagnified(key, because: reason) }
    if isTransient, detail?.base.key != key, !visibleItems.contains(key.item) {
      return forget(key)
    }
    var keepsPicture = false
    change(key) { tile in
      if !tile.fail(because: reason) { keepsPicture = true }
    }
    if keepsPicture {
      notice = "not reloaded: \(reason)"
      if tiles[key.item]?.key == key { controller.itemNeedsNoLoad(key.item) }
    } else if tiles[key.item]?.key == key {
      failures.remember(reason, of: key.item)
      controller.itemFailed(key.item)
    }
  }

  /// The picture is there, but not in the size that was wanted.
  private mutating func failMagnified(_ key: TileKey, because reason: String) {
    change(key) { _ = $0.fail(because: reason) }
    notice = "not sharper: \(reason)"
  }

  /// Has a load stopped that one place no longer waits for, unless another does.
  ///
  /// Call it once the place has let go of the key.
  ///
  /// - Parameter chanceOfReturn: how likely it will be wanted again; nil where nobody can say.
  mutating func giveUp(_ key: TileKey, chanceOfReturn: Double? = nil) {
    if detail?.awaits(key) == true || neighbours[key] == true { return }
    if let tile = tiles[key.item], tile.key == key, tile.isUnderWay { return }
    effects.append(.cancel(key, chanceOfReturn: chanceOfReturn))
  }

  private mutating func forget(_ key: TileKey) {
    guard tiles[key.item]?.key == key else { return }
    tiles[key.item] = nil
    controller.itemFailed(key.item)
  }
}

// MARK: - Loading again

extension Gallery {
  /// Asks again for what failed, and has what waits for its next attempt start it.
  mutating func reloadFailed() {
    failures.forgetAll()
    effects.append(.retryNow)
    let isWaiting = stopShowingWaits()
    let failed = tiles.values.filter(\.hasFailed).map(\.key.item).sorted()
    let detailFailed = detail?.base.hasFailed == true
    guard isWaiting || detailFailed || !failed.isEmpty else {
      notice = "nothing failed here"
      return
    }
    attempt += 1
    for item in failed { tiles[item] = nil }
    carryOut(controller.reloadItems(failed))
    if detailFailed { closeDetail() }
  }

  /// - Returns: whether a tile showed that it waits for its next attempt.
  private mutating func stopShowingWaits() -> Bool {
    let waiting = (Array(tiles.values) + [detail?.base, detail?.magnified].compactMap(\.self))
      .filter { $0.progress?.isWaiting == true }
    for tile in waiting { change(tile.key) { $0.advance(to: nil) } }
    return !waiting.isEmpty
  }

  /// Asks the source for the selected picture once more, in every size that is shown.
  ///
  /// What is there stays on the screen until the answer has come.
  mutating func reloadSelected() {
    guard itemCount > 0 else { return }
    failures.forget(selection)
    colors.forget(selection)
    attempt += 1
    if var tile = detail?.base, tile.key.item == selection,
      let request = reload(&tile, for: .detail)
    {
      detail?.base = tile
      describe(request)
    }
    if var tile = tiles[selection], reload(&tile, for: .tile) != nil { tiles[selection] = tile }
  }

  private mutating func reload(_ tile: inout Tile, for purpose: TileRequest.Purpose)
    -> TileRequest?
  {
    guard let url = tile.url else { return nil }
    if tile.isUnderWay { effects.append(.cancel(tile.key)) }
    let key = TileKey(
      item: tile.key.item, size: tile.key.size, attempt: attempt, rendition: tile.key.rendition)
    tile.reload(as: key, at: url)
    let request = TileRequest(key: key, url: url, bypassesCaches: true, purpose: purpose)
    effects.append(.load(request))
    return request
  }
}
