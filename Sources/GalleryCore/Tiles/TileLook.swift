import GalleryItems
import Prefetching
import Raster

/// The inputs, besides the item, from which a tile's cells are drawn.
///
/// Equal looks give equal cells, wherever the tile is.
struct TileLook: Sendable {
  let tile: Tile
  /// The colors of the placeholder; unused if there is none.
  let colors: PlaceholderColors
  let sharpness: Sharpness
  let isSelected: Bool
  let isMarked: Bool
  /// Whether the caption is drawn.
  let hasCaption: Bool
  /// The text about its load.
  let words: LoadWords

  init(of item: Int, on board: TileBoard, in scene: Scene) {
    tile = board.tile(of: item, in: scene)
    var sharpness = Sharpness.full
    var colors = PlaceholderColors.plain(scene.theme)
    switch tile.state {
    case .ready, .preview, .reloading: sharpness = board.sharpness[item]
    case .loading: colors = board.placeholderColors(of: item, scene.theme)
    case .failed: break
    }
    self.sharpness = sharpness
    self.colors = colors
    isSelected = item == scene.selection
    isMarked = scene.marks.contains(tile.key.item, at: item)
    hasCaption = scene.layout.showsCaption(of: scene.navigation.tileRect(of: item))
    words = board.words(on: tile)
  }

  /// Whether both are drawn alike; pictures are compared by their memory, so there are no false
  /// matches.
  func isSame(as other: TileLook) -> Bool {
    isSelected == other.isSelected && isMarked == other.isMarked && hasCaption == other.hasCaption
      && sharpness == other.sharpness && colors == other.colors && words == other.words
      && tile.isDrawn(like: other.tile)
  }

  /// The id of the graphic that the terminal draws for it.
  var graphic: UInt32? {
    if case .graphic(let graphic)? = tile.picture?.rendering { graphic.id } else { nil }
  }
}

extension Tile {
  fileprivate func isDrawn(like other: Tile) -> Bool {
    guard flaw == other.flaw, pictureRendition == other.pictureRendition else { return false }
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
  /// An item's tile; a placeholder if there is no tile yet.
  func tile(of item: Int, in scene: Scene) -> Tile {
    tile(at: item) ?? Tile(key: scene.tileKey(of: items.id(at: item)), url: nil)
  }

  /// The text about a tile's load.
  func words(on tile: Tile) -> LoadWords {
    tile.isUnderWay ? waits.words(on: tile.progress, of: tile.key) : LoadWords(progress: nil)
  }

  /// The colors of a tile before anything of its picture has arrived.
  func placeholderColors(of item: Int, _ theme: Theme) -> PlaceholderColors {
    memory.color(of: items.id(at: item)).map { PlaceholderColors(around: $0, theme) }
      ?? .plain(theme)
  }
}
