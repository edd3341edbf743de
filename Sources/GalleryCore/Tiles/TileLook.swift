import Prefetching
import Raster

/// What the cells of a tile are drawn from, beside its item: where two looks are the same, so are
/// the cells, wherever the tile is.
struct TileLook: Sendable {
  let tile: Tile
  /// The colors of the placeholder; where there is no placeholder they mean nothing.
  let colors: PlaceholderColors
  let level: DetailLevel
  let isSelected: Bool

  init(of item: Int, on board: TileBoard, in scene: Scene) {
    tile = board.tile(of: item, in: scene)
    var level = DetailLevel.full
    var colors = PlaceholderColors.plain
    switch tile.state {
    case .ready: level = board.levels[item]
    case .loading: colors = board.placeholderColors(of: item)
    case .preview, .reloading, .failed: break
    }
    self.level = level
    self.colors = colors
    isSelected = item == scene.selection
  }

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

extension TileBoard {
  /// An item's tile; one that was not given out yet is a placeholder.
  func tile(of item: Int, in scene: Scene) -> Tile {
    tiles[item] ?? Tile(key: scene.tileKey(of: item), url: nil)
  }

  /// How a tile looks as long as there is nothing of its picture.
  func placeholderColors(of item: Int) -> PlaceholderColors {
    memory.color(of: item).map(PlaceholderColors.init(around:)) ?? .plain
  }
}
