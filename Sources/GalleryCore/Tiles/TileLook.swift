import Raster

/// What the cells of a tile are drawn from, beside its item: where two looks are the same, so are
/// the cells, wherever the tile is.
struct TileLook: Sendable {
  let tile: Tile
  /// Those of the placeholder; where there is no placeholder they say nothing.
  let colors: PlaceholderColors
  let level: DetailLevel
  let isSelected: Bool

  /// Whether both are drawn alike: pictures are told apart by their memory, so never by mistake.
  func isSame(as other: TileLook) -> Bool {
    isSelected == other.isSelected && level == other.level && colors == other.colors
      && tile.isDrawn(like: other.tile)
  }

  /// The graphic that the terminal draws for it.
  var graphic: UInt32? {
    if case .graphic(let graphic)? = tile.picture?.rendering { graphic.id } else { nil }
  }
}

extension Tile {
  fileprivate func isDrawn(like other: Tile) -> Bool {
    guard progress == other.progress, flaw == other.flaw,
      pictureRendition == other.pictureRendition
    else { return false }
    return switch (state, other.state) {
    case (.loading, .loading): true
    case (.preview(let mine), .preview(let its)):
      mine.size == its.size && mine.image.isIdentical(to: its.image)
    case (.ready(let mine), .ready(let its)), (.reloading(let mine), .reloading(let its)):
      mine.isIdentical(to: its)
    case (.failed(let mine), .failed(let its)): mine == its
    default: false
    }
  }
}

extension Gallery {
  func look(of item: Int) -> TileLook {
    let tile = tiles[item] ?? placeholder(for: item)
    var level = DetailLevel.full
    var colors = PlaceholderColors.plain
    switch tile.state {
    case .ready: level = levels[item]
    case .loading: colors = placeholderColors(of: item)
    case .preview, .reloading, .failed: break
    }
    return TileLook(tile: tile, colors: colors, level: level, isSelected: item == selection)
  }
}
