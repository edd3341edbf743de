import CNcursesw
import Raster

/// The ncurses screen that draws on a terminal, with marks in place of color sequences.
///
/// The marked terminfo entry is loaded once, before any other thread exists, because ncurses finds
/// it through the environment.
final class CursesDrawing {
  private let terminal: String
  /// The screen with color marks; nil if the terminal has no colors.
  private let colored: CursesScreen?
  /// The color sequences of each palette.
  ///
  /// They are the terminal's own if its entry has enough colors, otherwise xterm's.
  private let sequences: [ColorDepth: ColorSequences]

  /// Starts ncurses for drawing.
  ///
  /// - Parameters:
  ///   - plain: the terminal's own screen.
  ///   - name: the name of its terminfo entry.
  init(for plain: CursesScreen, named name: String) throws(TerminalError) {
    terminal = name
    plain.select()
    var sequences: [ColorDepth: ColorSequences] = [:]
    let known = tigetnum("colors")
    for (depth, count) in Self.palettes where known >= 8 {
      let own = known >= count ? ColorSequences(count: Int(count)) : nil
      sequences[depth] = own ?? ColorSequences(xterm: Int(count))
    }
    self.sequences = sequences
    if sequences.isEmpty {
      colored = nil
      return
    }
    let entry = withExtendedLifetime(plain) { MarkingEntry() }
    colored = try entry.whileFound { () throws(TerminalError) in
      try CursesScreen(terminal: MarkingEntry.name)
    }
    start_color()
    colored?.prepareForDrawing()
  }

  /// Selects or creates a screen, and returns it with a painter in a number of colors, or in none if the
  /// terminal has none.
  func selectScreen(_ colors: ColorDepth) throws(TerminalError) -> (CursesScreen, any RowPainter) {
    guard let colored, let painter = painter(colors) else {
      let screen = try CursesScreen(terminal: terminal)
      screen.prepareForDrawing()
      return (screen, MonoPainter())
    }
    colored.select()
    return (colored, painter)
  }

  private func painter(_ colors: ColorDepth) -> (any RowPainter)? {
    if colors == .trueColor { return ColorPainter(ExactInks()) }
    guard let palette = Palette(colors), let sequences = sequences[colors] else { return nil }
    return ColorPainter(PaletteInks(palette, depth: colors, sequences: sequences))
  }

  private static let palettes: [(depth: ColorDepth, colors: Int32)] = [
    (.indexed256, 256), (.ansi16, 16), (.ansi8, 8),
  ]
}
