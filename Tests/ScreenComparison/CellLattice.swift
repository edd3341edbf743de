import Raster

/// The place of a terminal's cells on a screenshot.
package struct CellLattice: Hashable, Sendable {
  /// The first cell, in pixels of the screenshot; all cells have its size.
  package let first: PixelRect

  package init(first: PixelRect) { self.first = first }

  /// Reduces the cells of a screenshot to one pixel each: the mean of their light, without the
  /// outermost pixels of a cell.
  ///
  /// Qterminal with Qt 6 leaves some lines of pixels between rows as they were, whatever program
  /// leaves the alternate screen.
  /// - Throws: `CellsOutside` if the screenshot does not show all of them.
  package func cells(_ size: CellSize, of screenshot: PixelImage) throws -> PixelImage {
    try checkThatAll(size, areOn: screenshot)
    let edge = min(first.size.width, first.size.height) > 2 ? 1 : 0
    let inner = PixelSize(
      width: first.size.width - 2 * edge, height: first.size.height - 2 * edge)
    let whole = PixelSize(width: size.columns * inner.width, height: size.rows * inner.height)
    let pixels = (0..<whole.area).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: whole.width)
      let row = first.y + edge + y / inner.height * first.size.height + y % inner.height
      let column = first.x + edge + x / inner.width * first.size.width + x % inner.width
      return screenshot.pixels[row * screenshot.size.width + column]
    }
    return try CellLattice(first: PixelRect(x: 0, y: 0, size: inner))
      .pixels(size, perRow: 1, of: PixelImage(size: whole, pixels: pixels))
  }

  /// Reduces the cells of a screenshot to two pixels each, one above the other.
  ///
  /// - Parameter isDithered: whether to take the mean of values instead of light. Cells of few colors
  ///   hand on their errors in values, so that mean is the picture's with any symbols.
  /// - Throws: `CellsOutside` if the screenshot does not show all of them.
  package func halfBlocks(
    _ size: CellSize, of screenshot: PixelImage, isDithered: Bool = false
  ) throws -> PixelImage {
    isDithered ? try meanValues(size, of: screenshot) : try pixels(size, perRow: 2, of: screenshot)
  }

  /// The mean of the values in each half of a cell; the middle line of an odd height belongs to both.
  private func meanValues(_ size: CellSize, of screenshot: PixelImage) throws -> PixelImage {
    try checkThatAll(size, areOn: screenshot)
    let cell = first.size
    let halves = PixelSize(width: size.columns, height: 2 * size.rows)
    let pixels = (0..<halves.area).map { index in
      let (half, column) = index.quotientAndRemainder(dividingBy: halves.width)
      var sums = SIMD3<Int>()
      for halfLine in half * cell.height..<(half + 1) * cell.height {
        let start =
          (first.y + halfLine / 2) * screenshot.size.width + first.x + column * cell.width
        for pixel in screenshot.pixels[start..<start + cell.width] {
          sums &+= [Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255)]
        }
      }
      let means = (sums &+ cell.area / 2) / cell.area
      return 0xFF00_0000 | UInt32(means.x << 16 | means.y << 8 | means.z)
    }
    return PixelImage(size: halves, pixels: pixels)
  }

  private func pixels(
    _ size: CellSize, perRow: Int, of screenshot: PixelImage
  ) throws -> PixelImage {
    let crop = PixelRect(
      x: first.x, y: first.y,
      size: PixelSize(
        width: size.columns * first.size.width, height: size.rows * first.size.height))
    try checkThatAll(size, areOn: screenshot)
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

  private func checkThatAll(_ size: CellSize, areOn screenshot: PixelImage) throws {
    guard size.area > 0, first.size.area > 0, first.x >= 0, first.y >= 0,
      first.x + size.columns * first.size.width <= screenshot.size.width,
      first.y + size.rows * first.size.height <= screenshot.size.height,
      max(screenshot.size.width, screenshot.size.height) <= AreaScaler.maxDimension
    else { throw CellsOutside(lattice: self, size: size, screenshot: screenshot.size) }
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
