extension Gallery {
  /// Whether an event that `update` is about to take may change what is drawn.
  ///
  /// Pictures ahead of the viewport arrive unseen; everything else may show.
  package func needsFrame(for event: Event) -> Bool {
    switch event {
    case .key, .resized, .renditionChanged, .graphicsChanged, .scrolled, .tick: true
    case .pictureProgress(let key, _), .picturePreview(let key, _): isOnScreen(key)
    case .pictureReady(let key, _, _), .pictureFailed(let key, _, _): showsEnd(of: key)
    case .animationFrame(let key, _): isOnScreen(key)
    case .loadStopped, .pictureDropped: false
    case .described, .timed, .rendered: screen == .detail
    case .woke: false
    }
  }

  /// True when what happens to this load would change what is drawn.
  func isOnScreen(_ key: TileKey) -> Bool {
    switch screen {
    case .tiles: visibleItems.contains(key.item) && tiles[key.item]?.key == key
    case .detail:
      detail?.base.key == key || detail?.magnified?.key == key
        || (key.item == selection && tiles[key.item]?.key == key)
    case .help: false
    }
  }

  /// True when the end of this load would; the overlay counts what happens beyond the screen too.
  func showsEnd(of key: TileKey) -> Bool {
    overlay != .off || isOnScreen(key)
  }
}
