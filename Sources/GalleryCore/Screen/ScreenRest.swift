/// The state in which the screen stays as it is until something happens.
package enum ScreenRest {
  /// Whether every picture on the screen is sharp or has failed, and no figure is about to change.
  package static func isReached(by gallery: Gallery) -> Bool {
    if gallery.wantsTicks || gallery.redrawAt != nil { return false }
    return switch gallery.screen {
    case .tiles where gallery.layout.isLargeEnough:
      gallery.sharpness.isSharp
        && gallery.visibleItems.allSatisfy { gallery.tile(at: $0)?.isUnderWay == false }
    case .detail: gallery.detail.picture?.isSettled ?? true
    case .tiles, .help: true
    }
  }
}
