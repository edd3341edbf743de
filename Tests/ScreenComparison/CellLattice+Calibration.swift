import Raster

extension CellLattice {
  /// The color of the first cell of a calibration screen; number 196 of 256 colors.
  package static let firstColor: UInt32 = 0xFFFF_0000
  /// The color of its last cell; number 21 of 256 colors.
  package static let lastColor: UInt32 = 0xFF00_00FF

  /// Finds the cells on a calibration screen: a terminal's first and last cell in their colors, and
  /// neither color elsewhere.
  ///
  /// - Parameter size: the number of cells between the two corners, both included.
  /// - Throws: `NotCalibrated` if the two are not whole cells that far apart.
  package init(calibration: PixelImage, size: CellSize) throws {
    guard let first = calibration.extent(of: Self.firstColor),
      let last = calibration.extent(of: Self.lastColor)
    else { throw NotCalibrated(reason: "a corner does not have its color") }
    let expected = PixelRect(
      x: first.x + (size.columns - 1) * first.size.width,
      y: first.y + (size.rows - 1) * first.size.height, size: first.size)
    guard last == expected else {
      throw NotCalibrated(
        reason: "\(size) cells begin with \(CellLattice(first: first)), and the last one is "
          + "\(CellLattice(first: last)) instead of \(CellLattice(first: expected))")
    }
    self.first = first
  }

  /// A screenshot that does not show a calibration screen, or not all of it.
  package struct NotCalibrated: Error, CustomStringConvertible {
    let reason: String
    package var description: String { "no calibration screen: \(reason)" }
  }
}

extension PixelImage {
  /// The rectangle around all pixels of about this color; nil without any.
  ///
  /// Palettes may be a little off; the colors of a terminal with sixteen are not near enough.
  fileprivate func extent(of color: UInt32) -> PixelRect? {
    var columns: ClosedRange<Int>?
    var rows: ClosedRange<Int>?
    for index in pixels.indices where pixels[index].difference(from: color) <= 24 {
      let (column, row) = (index % size.width, index / size.width)
      columns =
        columns.map { min($0.lowerBound, column)...max($0.upperBound, column) }
        ?? column...column
      rows = (rows?.lowerBound ?? row)...row
    }
    guard let columns, let rows else { return nil }
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound,
      size: PixelSize(width: columns.count, height: rows.count))
  }
}
