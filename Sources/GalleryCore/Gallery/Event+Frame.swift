import FramePacing
import GalleryItems

extension Event {
  /// The reason for a frame, if the event may change the screen; call it before `Gallery.update`.
  ///
  /// Only pictures ahead of the viewport arrive unseen.
  package func frameCause(in gallery: Gallery) -> FrameCause? {
    switch self {
    case .key(let key): .key(key)
    case .scrolled, .tick, .searched, .filtered: .search
    case .sourceChanged, .marksRestored, .lastItemFound, .files, .programEnded: .source
    case .resized, .renditionChanged, .ownColorsChanged, .graphicsChanged: .terminal
    case .animationFrame(let key, _): key.isOnScreen(of: gallery) ? .time : nil
    case .pictureProgress(let key, _), .picturePreview(let key, _):
      key.isOnScreen(of: gallery) ? key.frameCause(in: gallery) : nil
    // The overlay counts all loads, so each of them changes it.
    case .pictureReady(let key, _, _), .pictureFailed(let key, _, _):
      gallery.layout.overlay.level != .off || key.isOnScreen(of: gallery)
        ? key.frameCause(in: gallery) : nil
    case .described, .timed, .rendered:
      gallery.screen == .detail ? .picture(gallery.selection) : nil
    case .woke: gallery.screens.slideshow.isRunning ? .time : nil
    case .loadStopped, .pictureDropped: nil
    }
  }

  /// Whether the event may change the screen.
  package func needsFrame(of gallery: Gallery) -> Bool { frameCause(in: gallery) != nil }
}

extension TileKey {
  /// The cause of a frame that shows the load's news.
  fileprivate func frameCause(in gallery: Gallery) -> FrameCause {
    item.place(in: gallery).map(FrameCause.picture) ?? .source
  }

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
