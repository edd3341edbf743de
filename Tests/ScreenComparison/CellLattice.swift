import Raster

/// The place of a terminal's cells on a screenshot.
package struct CellLattice: Hashable, Sendable {
  /// The first cell, in pixels of the screenshot; all cells have its size.
  package let first: PixelRect

  package init(first: PixelRect) { self.first = first }

  /// Reduces the cells of a screenshot to one pixel each: the mean of their light.
  ///
  /// - Throws: `CellsOutside` if the screenshot does not show all of them.
  package func cells(_ size: CellSize, of screenshot: PixelImage) throws -> PixelImage {
    try pixels(size, perRow: 1, of: screenshot)
  }

  /// Reduces the cells of a screenshot to two pixels each, one above the other.
  ///
  /// - Throws: `CellsOutside` if the screenshot does not show all of them.
  package func halfBlocks(_ size: CellSize, of screenshot: PixelImage) throws -> PixelImage {
    try pixels(size, perRow: 2, of: screenshot)
  }

  private func pixels(
    _ size: CellSize, perRow: Int, of screenshot: PixelImage
  ) throws -> PixelImage {
    let crop = PixelRect(
      x: first.x, y: first.y,
      size: PixelSize(
        width: size.columns * first.size.width, height: size.rows * first.size.height))
    guard size.area > 0, first.size.area > 0, crop.x >= 0, crop.y >= 0,
      crop.x + crop.size.width <= screenshot.size.width,
      crop.y + crop.size.height <= screenshot.size.height,
      max(screenshot.size.width, screenshot.size.height) <= AreaScaler.maxDimension
    else { throw CellsOutside(lattice: self, size: size, screenshot: screenshot.size) }
    var scaler = AreaScaler(
      source: screenshot.size, crop: crop,
      target: PixelSize(width: size.columns, height: perRow * size.rows))
    screenshot.pixels.withUnsafeBufferPointer { pixels in
      for start in stride(from: 0, to: pixels.count, by: screenshot.size.width) {
        scaler.append(
          UnsafeBufferPointer(rebasing: pixels[start..<start + screenshot.size.width]))
      }
    }
    return scaler.image
  }

  /// Cells that are not on the screenshot.
  package struct CellsOutside: Error, CustomStringConvertible {
    let lattice: CellLattice
    let size: CellSize
    let screenshot: PixelSize

    package var description: String {
      "\(size) cells at \(lattice) exceed a screenshot of \(screenshot)"
    }
  }
}

/// Written like a geometry of X11: `8x17+4+30` is a cell of 8x17 pixels, the first one 4 from the
/// left edge and 30 from the top.
extension CellLattice: LosslessStringConvertible {
  package var description: String { "\(first.size)+\(first.x)+\(first.y)" }

  package init?(_ description: String) {
    let parts = description.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 3, let x = Int(parts[1]), let y = Int(parts[2]) else { return nil }
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else {
      return nil
    }
    first = PixelRect(x: x, y: y, size: PixelSize(width: width, height: height))
  }
}
