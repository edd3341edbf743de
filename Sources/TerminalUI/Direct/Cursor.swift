/// Where the terminal's cursor is, as far as that is sure, and how it gets elsewhere.
struct Cursor {
  private var row = -1
  private var column = -1

  /// `ESC [ 65535 ; 65535 H`.
  static let longestMove = 14

  /// The cursor's column if it is surely in this row.
  func column(in row: Int) -> Int? {
    self.row == row && column >= 0 ? column : nil
  }

  /// It may be anywhere.
  mutating func forget() {
    row = -1
    column = -1
  }

  /// Follows a glyph that was drawn.
  ///
  /// In the last column terminals wrap late and each in its own way, and about the width of some
  /// glyphs, wide ones among them, they disagree: after both the column is unknown.
  @inline(__always)
  mutating func advance(isCertain: Bool, columns: Int) {
    column += 1
    if !isCertain || column >= columns { column = -1 }
  }

  /// Follows glyphs of one column each that do not reach the last one.
  mutating func advance(by count: Int) {
    column += count
  }

  @inline(__always)
  mutating func move(to column: Int, row: Int, in bytes: inout ByteBuffer) {
    if self.row == row, self.column == column { return }
    bytes.append(word: 0x5B1B, length: 2)  // ESC [
    if self.row == row, self.column >= 0, self.column < column {
      let distance = column - self.column
      if distance > 1 { bytes.append(decimal: distance) }
      bytes.append(0x43)  // C: to the right
    } else if self.row == row {
      bytes.append(decimal: column + 1)
      bytes.append(0x47)  // G: to a column
    } else {
      bytes.append(decimal: row + 1)
      bytes.append(0x3B)
      bytes.append(decimal: column + 1)
      bytes.append(0x48)  // H: to a row and column
    }
    self.row = row
    self.column = column
  }

  /// DECSTBM; it moves the cursor to the top left corner.
  mutating func setScrollRegion(_ band: Range<Int>, in bytes: inout ByteBuffer) {
    bytes.append("\u{1B}[")
    bytes.append(decimal: band.lowerBound + 1)
    bytes.append(0x3B)
    bytes.append(decimal: band.upperBound)
    bytes.append(0x72)  // r
    (row, column) = (0, 0)
  }

  mutating func resetScrollRegion(in bytes: inout ByteBuffer) {
    bytes.append("\u{1B}[r")
    (row, column) = (0, 0)
  }

  /// One row by a line feed or a reverse index at the margin, which every terminal has; more by
  /// SU or SD.
  mutating func scroll(_ scroll: RowScroll, in bytes: inout ByteBuffer) {
    switch scroll.shift {
    case 1:
      move(to: 0, row: scroll.band.upperBound - 1, in: &bytes)
      bytes.append(0x0A)
    case -1:
      move(to: 0, row: scroll.band.lowerBound, in: &bytes)
      bytes.append("\u{1B}M")
    default:
      bytes.append("\u{1B}[")
      bytes.append(decimal: abs(scroll.shift))
      bytes.append(scroll.shift > 0 ? 0x53 : 0x54)  // S: up, T: down
    }
  }
}
