import CNcursesw
import Raster

extension CursesPresenter {
  /// A screen for a terminal, selected, and a painter in the most colours, up to those asked for,
  /// that the terminal has.
  static func start(
    _ terminal: String, _ colors: ColorDepth
  ) throws(TerminalError) -> (CursesScreen, any RowPainter) {
    let plain = try CursesScreen(terminal: terminal)
    guard let painter = colorPainter(colors) else { return (plain, MonoPainter()) }
    let entry = MarkingEntry()
    let screen = try entry.whileFound { () throws(TerminalError) in
      try CursesScreen(terminal: MarkingEntry.name)
    }
    withExtendedLifetime(plain) { screen.select() }
    return start_color() == ERR ? (screen, MonoPainter()) : (screen, painter)
  }

  /// Nil where the selected screen's terminal has too few colours.
  private static func colorPainter(_ colors: ColorDepth) -> (any RowPainter)? {
    let count = tigetnum("colors")
    if colors == .trueColor { return count < 8 ? nil : ColorPainter(ExactInks()) }
    let all: [(depth: ColorDepth, palette: Palette, colors: Int32)] = [
      (.indexed256, .indexed256, 256), (.ansi16, .ansi16, 16), (.ansi8, .ansi8, 8),
    ]
    guard let first = all.firstIndex(where: { $0.depth == colors }) else { return nil }
    for choice in all[first...] where count >= choice.colors {
      guard let sequences = ColorSequences(count: Int(choice.colors)) else { continue }
      return ColorPainter(
        PaletteInks(choice.palette, depth: choice.depth, sequences: sequences))
    }
    return nil
  }
}
