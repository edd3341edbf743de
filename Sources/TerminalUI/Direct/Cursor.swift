/// The position of the terminal's cursor, if known, and the sequences that move it.
struct Cursor {
  /// The row; -1 if unknown.
  private var row = -1
  /// The column; -1 if unknown.
  private var column = -1

  /// The longest move: `ESC [ 65535 ; 65535 H`.
  static let longestMove = 14

  @inline(__always)
  func isAt(_ column: Int, _ row: Int) -> Bool {
    self.column == column && self.row == row
  }

  /// The cursor's column if it is known to be in this row.
  func column(in row: Int) -> Int? {
    self.row == row && column >= 0 ? column : nil
  }

  /// Makes the position unknown.
  mutating func forget() {
    row = -1
    column = -1
  }

  /// Advances past glyphs.
  ///
  /// After the last column terminals wrap late and in different ways, so the column becomes
  /// unknown.
  @inline(__always)
  mutating func advance(by count: Int, columns: Int) {
    column += count
    if column >= columns { column = -1 }
  }

  /// Advances past a glyph whose width terminals disagree on.
  ///
  /// The column becomes unknown, and the row too if the glyph may not have fitted.
  mutating func advanceUncertainly(columns: Int) {
    if column + 1 >= columns { row = -1 }
    column = -1
  }

  /// Moves by the shortest sequence.
  ///
  /// A line feed may also return to the first column (`ONLCR`), so it is never sent alone. It does
  /// not scroll, because the row is on the screen and `scroll` resets its region.
  mutating func move(to column: Int, row: Int, in out: inout SequenceWriter) {
    let down = self.row < 0 ? Int.min : row - self.row
    if down == 0, column == 0 {
      out.append(0x0D)
    } else if down == 0, self.column >= 0, self.column < column {
      out.append(sequence: "C", column - self.column)  // to the right
    } else if down == 0 {
      out.append(sequence: "G", column + 1)  // to a column
    } else if down == 1, column == 0 {
      out.append(word: 0x0A0D, length: 2)
    } else if self.column == column, down != .min {
      out.append(sequence: down > 0 ? "B" : "A", abs(down))
    } else if down == 1 {
      out.append(0x0A)
      out.append(sequence: "G", column + 1)
    } else if column == 0 {
      out.append(sequence: "H", row + 1)
    } else {
      out.append(cursorColumn: column, row: row)
    }
    (self.row, self.column) = (row, column)
  }

  /// Scrolls the rows of a band.
  ///
  /// DECSTBM sets the region and moves the cursor to the top left corner. One row is scrolled by a
  /// line feed or a reverse index at the margin, which every terminal has; more rows by SU or SD.
  mutating func scroll(_ scroll: RowScroll, rows: Int, in out: inout SequenceWriter) {
    let isRegion = scroll.band != 0..<rows
    if isRegion {
      out.append("\u{1B}[")
      out.append(decimal: scroll.band.lowerBound + 1)
      out.append(0x3B)
      out.append(decimal: scroll.band.upperBound)
      out.append(0x72)  // r
    }
    switch scroll.shift {
    case 1:
      out.append(sequence: "H", scroll.band.upperBound)
      out.append(0x0A)
    case -1:
      out.append(sequence: "H", scroll.band.lowerBound + 1)
      out.append("\u{1B}M")
    default:
      out.append(sequence: scroll.shift > 0 ? "S" : "T", abs(scroll.shift))
    }
    if isRegion {
      out.append("\u{1B}[r")
      (row, column) = (0, 0)
    } else {
      forget()
    }
  }
}
