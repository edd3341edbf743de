/// Cells of a row in colors so near their own that the difference is hardly seen, which take about
/// half of the bytes.
///
/// A terminal keeps its two colors from cell to cell. So each cell takes those that are already
/// there, where their error outweighs fewer bytes than it saves: rate-distortion optimization
/// (Sullivan and Wiegand 1998), without looking ahead.
struct NearColors {
  /// The squared error of a cell's colors that outweighs a byte.
  ///
  /// Photographs in half blocks then take 14 bytes a cell and not 36, with a signal-to-noise ratio
  /// of 34 dB.
  private static let errorPerByte = 24
  /// What a change of colors takes, beside the colors, and what each of them takes.
  private static let changeBytes = 3
  private static let colorBytes = 16
  /// The bytes of a character that is not ASCII.
  private static let glyphBytes = 3

  /// The most squared error of a cell: its own colors cost no more, and any cell takes a byte.
  static let mostError = errorPerByte * (changeBytes + 2 * colorBytes + glyphBytes - 1)

  /// The colors that the terminal has after the last cell; nil where they are unknown.
  private var ink: Color?
  private var paper: Color?
  private var best = Cell.blank
  private var bestCost = Int.max

  /// Forgets the colors: something else was drawn.
  mutating func interrupt() { (ink, paper) = (nil, nil) }

  /// The next cell of the row, near a cell of a picture.
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

  /// Weighs a blank of one color.
  private mutating func consider(_ upper: Color, _ lower: Color, _ color: Color) {
    let error = color.squaredDistance(to: upper) + color.squaredDistance(to: lower)
    let changes = color == paper ? 0 : 1
    take(Cell(upper: color, lower: color), error, changes, 1)
  }

  /// Weighs a character in two colors, each its own or the one that is there.
  private mutating func consider(_ glyph: Unicode.Scalar, ink own: Color, paper ownPaper: Color) {
    for ink in [own, ink ?? own] {
      for paper in [ownPaper, paper ?? ownPaper] {
        let error = ink.squaredDistance(to: own) + paper.squaredDistance(to: ownPaper)
        let changes = (ink == self.ink ? 0 : 1) + (paper == self.paper ? 0 : 1)
        let cell = Cell(glyph: glyph, foreground: ink, background: paper)
        take(cell, error, changes, Self.glyphBytes)
      }
    }
  }

  private mutating func take(_ cell: Cell, _ error: Int, _ changes: Int, _ glyphBytes: Int) {
    let bytes = glyphBytes + changes * Self.colorBytes + (changes > 0 ? Self.changeBytes : 0)
    let cost = error + bytes * Self.errorPerByte
    if cost < bestCost { (best, bestCost) = (cell, cost) }
  }
}

extension Surface {
  /// Gives the picture cells of a rectangle on the screen colors near their own.
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
