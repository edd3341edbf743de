/// All rows of a screen, those nearest to one of them first.
struct RowOrder: IteratorProtocol {
  private var above: Int
  private var below: Int
  private let focus: Int
  private let rows: Int

  init(rows: Int, focus: Int) {
    self.rows = rows
    self.focus = min(max(focus, 0), max(0, rows - 1))
    above = self.focus - 1
    below = self.focus
  }

  mutating func next() -> Int? {
    if below < rows, above < 0 || below - focus <= focus - above {
      below += 1
      return below - 1
    }
    guard above >= 0 else { return nil }
    above -= 1
    return above + 1
  }
}
