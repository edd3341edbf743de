import Raster

/// The difference of two screens, each reduced to one pixel a cell.
///
/// A picture in pixels and the same in half blocks agree at this scale. Strips, ghosts, missing
/// tiles and shifted rows do not.
///
/// The size of a picture is rounded to whole pixels, which are as large as half blocks on one of the
/// screens. So its edges may lie one half block further in any direction: a column, or half a row.
/// Each cell is compared with those at these nine places, and the nearest counts.
package struct ScreenDifference: Hashable, Sendable {
  /// A difference of fewer than this many of 255 in the mean is one of dithering and edges.
  ///
  /// The largest of 300 correct screens of 11 terminals was 6.1. A photograph that is one row
  /// too low has 8.0 at least, a page of them 18.
  package static let meanLimit = 7.0
  /// The same for dithered colors.
  ///
  /// The largest of right screens of six terminals was 7.2. A photograph that is one row too low has 8.8
  /// at least, a page of them 16.
  package static let ditheredMeanLimit = 8.0
  /// The same for the worst group, whose largest was 31.
  package static let worstLimit = 35.0
  /// Groups are as wide and as high as this, in cells.
  package static let groupSide = 4

  /// The mean over all cells, from 0 to 255; a cell's difference is that of its farthest channel.
  package let mean: Double
  /// The largest mean over a group of cells.
  package let worst: Double
  /// The first cell of that group.
  package let worstCell: CellPoint

  private let isDithered: Bool

  /// Whether the screens show the same.
  package var isWithinLimits: Bool {
    mean < (isDithered ? Self.ditheredMeanLimit : Self.meanLimit) && worst < Self.worstLimit
  }

  /// Compares two screens of the same size, given as half blocks.
  ///
  /// - Parameter isDithered: whether both have so few colors that single cells are far from the
  ///   picture's. Groups are then compared after each pixel has become the mean of those around it,
  ///   over three cells either way. The worst group of right screens has 32, that of a missing
  ///   tile 98 at least.
  /// - Precondition: the sizes are equal and not empty, and the heights are even.
  /// - Complexity: O(half blocks).
  package init(_ one: PixelImage, _ other: PixelImage, isDithered: Bool = false) {
    precondition(one.size == other.size && one.size.area > 0 && one.size.height % 2 == 0)
    let size = CellSize(columns: one.size.width, rows: one.size.height / 2)
    self.isDithered = isDithered
    var sums = RectangleSums(one.differences(from: other), width: size.columns)
    mean = sums.mean(of: CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    if isDithered {
      sums = RectangleSums(one.smooth.differences(from: other.smooth), width: size.columns)
    }
    let (width, height) = (min(Self.groupSide, size.columns), min(Self.groupSide, size.rows))
    var (worst, worstCell) = (-1.0, CellPoint(column: 0, row: 0))
    for row in 0...size.rows - height {
      for column in 0...size.columns - width {
        let mean = sums.mean(of: CellRect(column: column, row: row, columns: width, rows: height))
        if mean <= worst { continue }
        worst = mean
        worstCell = CellPoint(column: column, row: row)
      }
    }
    (self.worst, self.worstCell) = (worst, worstCell)
  }

  /// The number of cells that differ by more than rounding.
  package static func count(_ one: PixelImage, _ other: PixelImage) -> Int {
    zip(one.pixels, other.pixels).count { $0.difference(from: $1) > 4 }
  }

  /// The number of cells of the last row that differ from its last cell, as text does.
  package static func countInLastRow(_ cells: PixelImage) -> Int {
    guard let blank = cells.pixels.last else { return 0 }
    return cells.pixels.suffix(cells.size.width).count { $0.difference(from: blank) > 4 }
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

extension PixelImage {
  /// The differences of all cells, row by row.
  fileprivate func differences(from other: PixelImage) -> [Int] {
    (0..<size.height / 2).flatMap { row in
      (0..<size.width).map { difference(from: other, column: $0, row: row) }
    }
  }

  /// Each pixel as the mean of those around it, two half rows up and down and a column to each side.
  fileprivate var smooth: PixelImage {
    let pixels = (0..<size.area).map { index -> UInt32 in
      let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
      var sums = SIMD4<UInt32>.zero
      for row in y - 2...y + 2 {
        for column in x - 1...x + 1 {
          let (row, column) = (
            min(max(row, 0), size.height - 1), min(max(column, 0), size.width - 1)
          )
          let pixel = self.pixels[row * size.width + column]
          sums &+= SIMD4(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
        }
      }
      return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: sums / 15), to: UInt32.self)
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// The difference of a cell from the nearest of those that begin at most a half block away.
  fileprivate func difference(from other: PixelImage, column: Int, row: Int) -> Int {
    let own = cell(column, 2 * row)
    var least = own.difference(from: other.cell(column, 2 * row))
    for y in max(0, 2 * row - 1)...min(2 * row + 1, size.height - 2) {
      for x in max(0, column - 1)...min(column + 1, size.width - 1) where least > 0 {
        least = min(least, own.difference(from: other.cell(x, y)))
      }
    }
    return least
  }

  /// The cell whose upper half is a pixel: the mean of both halves.
  private func cell(_ x: Int, _ y: Int) -> UInt32 {
    let (upper, lower) = (pixels[y * size.width + x], pixels[(y + 1) * size.width + x])
    // The bits that agree, and half of those that differ, make the mean of each channel.
    return (upper & lower) + ((upper ^ lower) & 0xFEFE_FEFE) >> 1
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
