import CNcursesw
import Raster

extension CursesPresenter {
  static func start(
    _ terminal: String, _ colors: ColorDepth
  ) throws(TerminalError) -> CursesScreen {
    let screen = try CursesScreen(terminal: terminal)
    guard colors == .trueColor else { return screen }
    let entry = withExtendedLifetime(screen) { DirectColorEntry() }
    return try entry.whileFound { () throws(TerminalError) in
      try CursesScreen(terminal: DirectColorEntry.name)
    }
  }

  /// A painter in the most colours, up to those asked for, that the selected screen has pairs for.
  ///
  /// Without colours, or default ones among them, or where coloured cells cannot be reversed, it is
  /// one for black and white.
  static func makePainter(_ colors: ColorDepth) -> any RowPainter {
    let cannotReverse = tigetnum("ncv") > 0 && tigetnum("ncv") & 4 != 0
    if colors == .mono || cannotReverse || start_color() == ERR || use_default_colors() == ERR {
      return MonoPainter()
    }
    if colors == .trueColor, curses_colors() > 256 {
      return ColorPainter(ExactInks(pairLimit: curses_pairs()))
    }
    for (depth, palette, count) in palettes(upTo: colors) where curses_colors() >= count {
      guard Int(curses_pairs()) > PaletteInks.pairCount(of: palette) else { continue }
      return ColorPainter(PaletteInks(palette, depth: depth))
    }
    return MonoPainter()
  }

  /// From most colours to fewest.
  private static func palettes(
    upTo colors: ColorDepth
  ) -> ArraySlice<(depth: ColorDepth, palette: Palette, colors: Int32)> {
    let all: [(depth: ColorDepth, palette: Palette, colors: Int32)] = [
      (.indexed256, .indexed256, 256), (.ansi16, .ansi16, 16), (.ansi8, .ansi8, 8),
    ]
    return all[(all.firstIndex { $0.depth == colors } ?? 0)...]
  }
}
