import GalleryItems
import Prefetching
import Raster

/// The settings with which a gallery begins.
package struct GalleryConfiguration: Sendable {
  package var mode: GalleryLayout.Mode
  /// The preferred tile size; its cells are those of `mode` alone.
  package var tile: TileSize
  package var look: Look
  package var keys: EffectiveKeys
  package var policy: any PrefetchPolicy
  package var isPrefetchingEnabled: Bool
  /// The number of tiles loaded at a time, excluding those on the screen.
  package var slots: Int
  /// The most bytes for pictures that were not seen yet.
  package var budgetBytes: Int
  package var overlay: OverlayLevel
  /// Whether the source is read; see `Event.sourceChanged`.
  package var isSourceComplete: Bool
  /// Whether the start stays visible while items are inserted there.
  package var followsStart: Bool
  /// Whether Enter leaves with the selected item.
  package var takesOne: Bool

  package init(
    mode: GalleryLayout.Mode = .list, tile: TileSize = .standard, look: Look = Look(),
    keys: EffectiveKeys = EffectiveKeys(), policy: any PrefetchPolicy = AdaptivePolicy(),
    isPrefetchingEnabled: Bool = true, slots: Int = 6, budgetBytes: Int = 64 << 20,
    overlay: OverlayLevel = .off, isSourceComplete: Bool = true, followsStart: Bool = false,
    takesOne: Bool = false
  ) {
    self.mode = mode
    self.tile = tile
    self.look = look
    self.keys = keys
    self.policy = policy
    self.isPrefetchingEnabled = isPrefetchingEnabled
    self.slots = slots
    self.budgetBytes = budgetBytes
    self.overlay = overlay
    self.isSourceComplete = isSourceComplete
    self.followsStart = followsStart
    self.takesOne = takesOne
  }
}

extension Navigation {
  init(of items: AnyItemSnapshot, screen: CellSize, _ configuration: GalleryConfiguration) {
    self.init(
      screen: screen, mode: configuration.mode,
      overlay: OverlayLayout(level: configuration.overlay), tile: configuration.tile,
      itemCount: items.itemCount, sections: items.sections)
    follows = configuration.followsStart
  }
}
