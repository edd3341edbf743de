import GalleryItems

/// A load that has failed.
struct PictureFailure {
  let key: TileKey
  let reason: FailureReason
  /// Whether the load may succeed the next time.
  let isTransient: Bool

  /// Shows and remembers the failure, unless a picture can be kept.
  ///
  /// A transient failure off the screen is forgotten instead.
  ///
  /// - Returns: a message for the person if a picture was kept.
  func record(
    on board: inout TileBoard, and detail: inout DetailView, in scene: Scene,
    into effects: inout [Effect]
  ) -> String? {
    let shown = detail.fail(key, because: reason)
    if shown == .notShown {
      let isOnScreen = board.items.place(of: key.item).map(scene.visibleItems.contains) == true
      if isTransient, !isOnScreen {
        board.forget(key)
        return nil
      }
      if board.fallBack(from: key, in: scene, into: &effects) { return nil }
    }
    let keepsPicture = board.fail(key, because: reason, keepsPicture: shown == .notReloaded)
    if shown == .notSharper { return "not sharper: \(reason.sentence)" }
    return keepsPicture ? "not reloaded: \(reason.sentence)" : nil
  }
}
