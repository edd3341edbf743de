import FoundationEssentials
import Raster

/// The picture in the detail view, in every size in which it is there or on its way.
struct Detail: Sendable {
  /// As large as the screen allows, shown as all pictures are.
  var base: Tile
  /// The cells that `base` had to fill when its picture came.
  var fittedCells: CellSize?
  /// Plain pixels in the size that the magnification needs; nil as long as `base` is enough.
  var magnified: Tile?
  /// Counts the pictures that came.
  var version = 0

  var info: PictureInfo?
  var timings: LoadTimings?
  /// The description that is awaited.
  var describing: TileKey?

  /// What was last asked to be rendered, and what came of that or of an earlier part.
  var rendering: RenderKey?
  var rendered: (key: RenderKey, rendering: Rendering)?

  /// The animation that runs, and its latest frame.
  var animating: TileKey?
  var frame: PixelImage?

  init(base: Tile) {
    self.base = base
  }

  /// True while a load is awaited.
  var isUnderWay: Bool { base.isUnderWay || magnified?.isUnderWay == true }

  /// What the load that matters most to the person says of itself.
  var progress: TileProgress? { base.progress ?? magnified?.progress }

  /// True when this load is one of its own.
  func awaits(_ key: TileKey) -> Bool {
    (base.key == key && base.isUnderWay)
      || (magnified?.key == key && magnified?.isUnderWay == true)
  }

  /// The whole picture has come, in the size that fills these cells or in the magnified one.
  mutating func notePicture(_ key: TileKey, fitting cells: CellSize) {
    notePreview(key)
    if base.key == key { fittedCells = cells }
  }

  /// A coarse picture may be all there is to magnify.
  mutating func notePreview(_ key: TileKey) {
    if base.key == key || magnified?.key == key { version += 1 }
  }

  /// Changes what shows the load of this key.
  mutating func change(_ key: TileKey, _ change: (inout Tile) -> Void) {
    if base.key == key { change(&base) }
    if var tile = magnified, tile.key == key {
      change(&tile)
      magnified = tile
    }
  }
}
