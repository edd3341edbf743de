extension Gallery {
  /// True when a result of this key would change what is drawn; the overlay shows what happens
  /// beyond the screen too.
  package func isOnScreen(_ key: TileKey) -> Bool {
    overlay != .off || detail?.key == key || visibleItems.contains(key.item)
  }
}
