import GalleryItems
import Prefetching
import Raster

/// The scene that the person should see: their position, and the way pictures are shown.
struct Scene: Hashable, Sendable {
  let navigation: Navigation
  let rendition: Rendition
  let theme: Theme
  /// The way pictures fill their tiles; the detail view always shows whole pictures.
  let fit: PictureFit
  /// The number of reloads, which distinguishes answers to earlier attempts.
  private(set) var attempt: Int
  let marks: ShownMarks

  init(
    _ look: Look, _ navigation: Navigation, attempt: Int, marks: ShownMarks = ShownMarks()
  ) {
    self.navigation = navigation
    rendition = look.rendition
    theme = look.theme
    fit = look.fit
    self.attempt = attempt
    self.marks = marks
  }

  /// The same scene in another attempt.
  func attempt(_ attempt: Int) -> Scene {
    var scene = self
    scene.attempt = attempt
    return scene
  }

  var layout: GalleryLayout { navigation.layout }
  var viewport: Viewport { navigation.viewport }
  var selection: Int { navigation.selection }
  var itemCount: Int { navigation.itemCount }
  var visibleItems: Range<Int> { navigation.visibleItems }

  /// The key of the picture that fills an item's tile, by default in the current attempt.
  func tileKey(of item: ItemID, attempt: Int? = nil) -> TileKey {
    key(of: item, covering: layout.pictureCells, fit: fit, attempt: attempt)
  }

  /// The key of an item's picture for these cells; shows the whole picture by default.
  func key(
    of item: ItemID, covering cells: CellSize, fit: PictureFit = .contain,
    turn: Orientation = .upright, attempt: Int? = nil
  ) -> TileKey {
    let cells = CellSize(columns: max(1, cells.columns), rows: max(1, cells.rows))
    return TileKey(
      item: item, size: rendition.pixelSize(of: cells), attempt: attempt ?? self.attempt,
      rendition: rendition, fit: fit, turn: turn)
  }
}
