import Raster

extension Rendition {
  /// As many half blocks as take the cells that so many pixels of the rendition take.
  func halfBlocks(of pixels: PixelSize) -> PixelSize {
    let cell = pixelsPerCell
    return PixelSize(
      width: max(1, (pixels.width + cell.width / 2) / cell.width),
      height: max(1, (2 * pixels.height + cell.height / 2) / cell.height))
  }
}
