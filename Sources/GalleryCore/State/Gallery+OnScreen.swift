extension Gallery {
  /// True when what happens to this load would change what is drawn.
  package func isOnScreen(_ key: TileKey) -> Bool {
    switch screen {
    case .tiles: visibleItems.contains(key.item) && tiles[key.item]?.key == key
    case .detail:
      detail?.base.key == key || detail?.magnified?.key == key
        || (key.item == selection && tiles[key.item]?.key == key)
    case .help: false
    }
  }

  /// True when the end of this load would; the overlay counts what happens beyond the screen too.
  package func showsEnd(of key: TileKey) -> Bool {
    overlay != .off || isOnScreen(key)
  }
}
