import CNcursesw
import Raster

/// What ncurses has for drawing on a terminal: its entry with marks for colours, started once, and
/// what the marks stand for.
///
/// It is made before any other thread, because ncurses is told of the entry through the environment.
final class CursesDrawing {
  private let terminal: String
  /// Nil where the terminal has no colours.
  private let colored: CursesScreen?
  /// Of each palette that the terminal has.
  private let sequences: [ColorDepth: ColorSequences]

  /// - Parameters:
  ///   - plain: the terminal's own screen.
  ///   - name: of its terminfo entry.
  init(for plain: CursesScreen, named name: String) throws(TerminalError) {
    terminal = name
    plain.select()
    var sequences: [ColorDepth: ColorSequences] = [:]
    for (depth, _, count) in Self.palettes where tigetnum("colors") >= count {
      sequences[depth] = ColorSequences(count: Int(count))
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

  /// A screen, selected, and a painter in the most colours, up to those asked for, that the terminal
  /// has.
  func start(_ colors: ColorDepth) throws(TerminalError) -> (CursesScreen, any RowPainter) {
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
    guard let first = Self.palettes.firstIndex(where: { $0.depth == colors }) else { return nil }
    for (depth, palette, _) in Self.palettes[first...] {
      guard let sequences = sequences[depth] else { continue }
      return ColorPainter(PaletteInks(palette, depth: depth, sequences: sequences))
    }
    return nil
  }

  /// From most colours to fewest.
  private static let palettes: [(depth: ColorDepth, palette: Palette, colors: Int32)] = [
    (.indexed256, .indexed256, 256), (.ansi16, .ansi16, 16), (.ansi8, .ansi8, 8),
  ]
}
