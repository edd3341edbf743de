import Prefetching
import Raster

/// What is shown of a picture until it is there: less and less coarse, and never anything worse than
/// what is shown already.
extension Gallery {
  /// How many items' mean colours are kept: a few megabytes.
  static let colorCapacity = 100_000
  /// How many failures are kept, so that nothing is asked for again and again while scrolling past.
  static let failureCapacity = 10_000

  /// A picture has come: its colour is what its tile shows when it is blank again.
  ///
  /// It comes with what was loaded; what was in memory has shown it before, nearly always.
  mutating func noteColor(of image: PixelImage, for item: Int) {
    if let mean = image.mean ?? (colors[item] == nil ? image.averagePixel() : nil) {
      colors.remember(mean, of: item)
    }
  }

  /// How a tile looks as long as there is nothing of its picture.
  func placeholderColors(of item: Int) -> PlaceholderColors {
    colors[item].map(PlaceholderColors.init(around:)) ?? .plain
  }

  /// Whether what comes on the screen now leaves it within a second: the viewport runs over a screenful in
  /// less.
  var isMovingFast: Bool {
    guard let motion = controller.tracker.position?.motion else { return false }
    return motion.speed >= Double(viewport.length)
  }

  /// Has all tiles show what they have over the size that they have now, until the pictures for that are
  /// there: with another zoom, in the other layout, on another screen.
  mutating func stretchPictures() {
    for (item, tile) in tiles {
      guard let preview = tile.stretched(over: layout.pictureCells, shownAs: rendition) else {
        continue
      }
      let key = key(for: item, covering: layout.pictureCells)
      outgoing[item] = Tile(key: key, url: tile.url, state: .preview(preview))
    }
  }
}

extension Tile {
  /// What it shows, in place of the same picture on so many cells.
  ///
  /// A picture that was shrunk for neither side of its tile has its own size, and is not enlarged.
  fileprivate func stretched(over cells: CellSize, shownAs rendition: Rendition) -> ImagePreview? {
    guard let image = picture, let size = pictureSize else { return nil }
    let isItsOwn = size.width < key.size.width && size.height < key.size.height
    let own = pictureRendition.squareSize(for: size).multiplied(by: isItsOwn ? 1 : 1_000)
    guard let geometry = DetailGeometry(own: own, view: cells, rendition: rendition) else {
      return nil
    }
    var isWhole = true
    if case .preview(let preview) = state { isWhole = preview.isWhole }
    return ImagePreview(image, of: geometry.pixels(at: geometry.fitScale), isWhole: isWhole)
  }
}

extension PixelSize {
  fileprivate func multiplied(by factor: Int) -> PixelSize {
    PixelSize(width: width * factor, height: height * factor)
  }
}
