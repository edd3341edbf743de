/// Replaces the colors of a row's cells by similar ones that take about half of the bytes.
///
/// A terminal keeps its two colors from cell to cell. A cell keeps those colors if the bytes saved
/// are worth the error: rate-distortion optimization (Sullivan and Wiegand 1998), without
/// look-ahead.
struct NearColors {
  /// The squared error of a cell's colors that is worth one byte.
  ///
  /// Photographs in half blocks then take 14 bytes a cell and not 36, with a signal-to-noise ratio
  /// of 34 dB.
  private static let errorPerByte = 24
  /// Bytes of an SGR sequence: the fixed part, then each color.
  private static let changeBytes = 3
  private static let colorBytes = 16
  /// The bytes of a character that is not ASCII.
  private static let glyphBytes = 3

  /// The largest squared error of a cell: with its own colors a cell costs no more, and every cell
  /// costs at least one byte.
  static let mostError = errorPerByte * (changeBytes + 2 * colorBytes + glyphBytes - 1)

  /// The terminal's colors after the last cell; nil if unknown.
  private var ink: Color?
  private var paper: Color?
  private var best = Cell.blank
  private var bestCost = Int.max

  /// Forgets the terminal's colors, because something else was drawn.
  mutating func interrupt() { (ink, paper) = (nil, nil) }

  /// Returns the next cell of the row in the best colors.
  mutating func next(_ cell: Cell) -> Cell {
    bestCost = .max
    let (upper, lower) = (cell.glyph == 0x20 ? cell.background : cell.foreground, cell.background)
    if cell.glyph == 0x20 || cell.glyph == 0x2580 {
      for color in [paper, upper.mean(with: lower)] {
        if let color { consider(upper, lower, color) }
      }
      consider("▀", ink: upper, paper: lower)
      consider("▄", ink: lower, paper: upper)
    } else {
      consider(cell.scalar, ink: upper, paper: lower)
    }
    if best.glyph != 0x20 { ink = best.foreground }
    paper = best.background
    return best
  }

  /// Tries a blank of one color.
  private mutating func consider(_ upper: Color, _ lower: Color, _ color: Color) {
    let error = color.squaredDistance(to: upper) + color.squaredDistance(to: lower)
    let changes = color == paper ? 0 : 1
    keepIfBetter(Cell(upper: color, lower: color), error, changes, 1)
  }

  /// Tries a character with each combination of its own and the current colors.
  private mutating func consider(_ glyph: Unicode.Scalar, ink own: Color, paper ownPaper: Color) {
    for ink in [own, ink ?? own] {
      for paper in [ownPaper, paper ?? ownPaper] {
        let error = ink.squaredDistance(to: own) + paper.squaredDistance(to: ownPaper)
        let changes = (ink == self.ink ? 0 : 1) + (paper == self.paper ? 0 : 1)
        let cell = Cell(glyph: glyph, foreground: ink, background: paper)
        keepIfBetter(cell, error, changes, Self.glyphBytes)
      }
    }
  }

  private mutating func keepIfBetter(_ cell: Cell, _ error: Int, _ changes: Int, _ glyphBytes: Int)
  {
    let bytes = glyphBytes + changes * Self.colorBytes + (changes > 0 ? Self.changeBytes : 0)
    let cost = error + bytes * Self.errorPerByte
    if cost < bestCost { (best, bestCost) = (cell, cost) }
  }
}

extension Surface {
  /// Replaces the colors of the picture cells in a rectangle by similar ones.
  mutating func takeNearColors(_ rect: CellRect) {
    let width = size.columns
    withMutableCells { cells in
      for row in rect.rows {
        var colors = NearColors()
        for index in row * width + rect.columns.lowerBound..<row * width + rect.columns.upperBound {
          if cells[index].isPictureBlock {
            cells[index] = colors.next(cells[index])
          } else {
            colors.interrupt()
          }
        }
      }
    }
  }
}

extension Color {
  /// The color in the middle between this one and another.
  fileprivate func mean(with other: Color) -> Color {
    func middle(_ one: UInt8, _ other: UInt8) -> UInt8 { UInt8((Int(one) + Int(other)) / 2) }
    return Color(
      red: middle(red, other.red), green: middle(green, other.green), blue: middle(blue, other.blue)
    )
  }
}
