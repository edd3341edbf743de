import Raster

/// The keys, in two columns.
enum HelpScreen {
  static func draw(into surface: inout Surface, in rect: CellRect) {
    let keyColumns = 20
    surface.write(
      "Keys", at: CellPoint(column: 2, row: 0), style: .bold, clip: rect)
    for (index, line) in KeyBindings.lines.enumerated() {
      let row = index + 1
      surface.write(
        line.keys, at: CellPoint(column: 2, row: row), limit: keyColumns - 1,
        clip: rect)
      surface.write(
        line.does, at: CellPoint(column: 2 + keyColumns, row: row), foreground: Theme.faint,
        clip: rect)
    }
  }
}
