import GalleryItems

extension Event {
  /// Whether the event may change the screen; call it before `Gallery.update`.
  ///
  /// Only pictures ahead of the viewport arrive unseen.
  package func needsFrame(of gallery: Gallery) -> Bool {
    switch self {
    case .key, .resized, .renditionChanged, .ownColorsChanged, .graphicsChanged, .sourceChanged,
      .scrolled, .tick, .searched:
      true
    case .pictureProgress(let key, _), .picturePreview(let key, _), .animationFrame(let key, _):
      key.isOnScreen(of: gallery)
    // The overlay counts all loads, so each of them changes it.
    case .pictureReady(let key, _, _), .pictureFailed(let key, _, _):
      gallery.overlay != .off || key.isOnScreen(of: gallery)
    case .described, .timed, .rendered: gallery.screen == .detail
    case .loadStopped, .pictureDropped, .woke: false
    }
  }
}

extension TileKey {
  /// Whether the progress of this load is on the screen.
  func isOnScreen(of gallery: Gallery) -> Bool {
    let hasTile = gallery.tiles[item]?.key == self
    return switch gallery.screen {
    case .tiles: hasTile && item.place(in: gallery).map(gallery.visibleItems.contains) == true
    case .detail:
      gallery.detail.shows(self) || (hasTile && item.place(in: gallery) == gallery.selection)
    case .help: false
    }
  }
}

extension ItemID {
  fileprivate func place(in gallery: Gallery) -> Int? { gallery.board.items.place(of: self) }
}
