import Raster

/// The size of a terminal as the system knows it.
package struct WindowSize: Hashable, Sendable {
  package var cells: CellSize
  /// Width and height in pixels, which may include a border; nil where nobody told the system.
  package var pixels: PixelSize?

  package init(cells: CellSize, pixels: PixelSize? = nil) {
    self.cells = cells
    self.pixels = pixels
  }

  /// The cell of an area of so many pixels, rounded down because of borders; nil for an absurd one.
  func cell(of pixels: PixelSize) -> PixelSize? {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}
