import Raster

/// The difference of two screens, each reduced to one pixel a cell.
///
/// A picture in pixels and the same in half blocks agree at this scale. Strips, ghosts, missing
/// tiles and shifted rows do not.
package struct ScreenDifference: Hashable, Sendable {
  /// A difference of fewer than this many of 255 in the mean is one of dithering and edges.
  package static let meanLimit = 12.0
  /// The same for the worst group: an edge that lies half a cell off stays below it.
  package static let worstLimit = 40.0
  /// Groups are as wide and as high as this, in cells.
  package static let groupSide = 4

  /// The mean over all cells, from 0 to 255; a cell's difference is that of its farthest channel.
  package let mean: Double
  /// The largest mean over a group of cells.
  package let worst: Double
  /// The first cell of that group.
  package let worstCell: CellPoint

  /// Whether the screens show the same.
  package var isWithinLimits: Bool { mean < Self.meanLimit && worst < Self.worstLimit }

  /// Compares two screens of the same size.
  ///
  /// - Parameter offset: the columns by which the second screen is moved to the left; 0 by default.
  ///   Columns that have no counterpart then are left out.
  /// - Precondition: the sizes are equal, and columns are left.
  /// - Complexity: O(cells).
  package init(_ one: PixelImage, _ other: PixelImage, offset: Int = 0) {
    precondition(one.size == other.size && one.size.area > 0 && abs(offset) < one.size.width)
    let columns = max(0, -offset)..<one.size.width - max(0, offset)
    let size = CellSize(columns: columns.count, rows: one.size.height)
    let sums = RectangleSums(
      (0..<size.rows).flatMap { row in
        columns.map {
          let index = row * one.size.width + $0
          return one.pixels[index].difference(from: other.pixels[index + offset])
        }
      }, width: size.columns)
    mean = sums.mean(of: CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    let (width, height) = (min(Self.groupSide, size.columns), min(Self.groupSide, size.rows))
    var (worst, worstCell) = (-1.0, CellPoint(column: 0, row: 0))
    for row in 0...size.rows - height {
      for column in 0...size.columns - width {
        let mean = sums.mean(of: CellRect(column: column, row: row, columns: width, rows: height))
        if mean <= worst { continue }
        worst = mean
        worstCell = CellPoint(column: columns.lowerBound + column, row: row)
      }
    }
    (self.worst, self.worstCell) = (worst, worstCell)
  }

  /// Compares two screens with a centered picture.
  ///
  /// Its width is rounded to whole pixels, which are as wide as a cell in half blocks. So its left
  /// edge may be one column further left or right on one of them.
  package static func centered(_ one: PixelImage, _ other: PixelImage) -> ScreenDifference {
    let offsets = one.size.width > 1 ? [-1, 1] : []
    let moved = offsets.map { ScreenDifference(one, other, offset: $0) }
    return moved.reduce(ScreenDifference(one, other)) { $1.mean < $0.mean ? $1 : $0 }
  }

  /// The number of cells that differ by more than rounding.
  package static func count(_ one: PixelImage, _ other: PixelImage) -> Int {
    zip(one.pixels, other.pixels).count { $0.difference(from: $1) > 4 }
  }
}

/// The sums of all rectangles from the first cell on, so any rectangle's mean takes four of them.
private struct RectangleSums {
  private let width: Int
  private var sums: [Int]

  init(_ values: [Int], width: Int) {
    self.width = width + 1
    sums = Array(repeating: 0, count: (values.count / width + 1) * (width + 1))
    for (index, value) in values.enumerated() {
      let end = (index / width + 1) * self.width + index % width + 1
      sums[end] = value + sums[end - 1] + sums[end - self.width] - sums[end - self.width - 1]
    }
  }

  func mean(of rect: CellRect) -> Double {
    let (top, bottom) = (rect.rows.lowerBound * width, rect.rows.upperBound * width)
    let (left, right) = (rect.columns.lowerBound, rect.columns.upperBound)
    let sum = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
    return Double(sum) / Double(rect.size.area)
  }
}

extension UInt32 {
  /// The difference of the farthest of red, green and blue of two pixels.
  func difference(from other: UInt32) -> Int {
    func channel(_ shift: UInt32) -> Int {
      abs(Int(self >> shift & 255) - Int(other >> shift & 255))
    }
    return Swift.max(channel(0), channel(8), channel(16))
  }
}
