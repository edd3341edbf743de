import CNcursesw
import Raster

/// Puts every cell on the screen through ncurses, in as many colours as the terminal has.
///
/// ncurses finds the difference between frames and writes it into memory; from there it is sent
/// like any frame, inside the brackets of a synchronized update.
package final class CursesPresenter: Presenter {
  private let output: any TerminalOutput
  private let screen: CursesScreen
  private var painter: CellPainter
  private var bytes = ByteBuffer()
  /// What is on the screen; nil when nothing is known about it.
  private var shown: Surface?
  private var row: UnsafeMutableBufferPointer<Cell>
  private var painted: UnsafeMutableBufferPointer<cchar_t>

  /// Starts ncurses for a terminal that is already prepared, or for none at all.
  ///
  /// - Parameters:
  ///   - terminal: the name of its terminfo entry.
  ///   - colors: the most it is given; fewer if its entry says so. With `trueColor` the environment
  ///     is changed for a moment, so no other thread may be running yet.
  ///   - output: where the frames go.
  package init(
    terminal: String, colors: ColorDepth, output: any TerminalOutput
  ) throws(TerminalError) {
    self.output = output
    screen = try Self.start(terminal, colors)
    screen.select()
    painter = CellPainter(inks: Self.inks(of: colors))
    row = .allocate(capacity: 0)
    painted = .allocate(capacity: 0)
    discardInitialization()
  }

  deinit {
    row.deallocate()
    painted.deallocate()
  }

  package let name = "curses"

  package var colors: ColorDepth { painter.depth }

  package var pendingDescriptor: Int32? {
    bytes.isPending ? output.descriptor : nil
  }

  package func present(_ surface: Surface) -> Int {
    if pendingDescriptor != nil || surface == shown || surface.size.area == 0 { return 0 }
    screen.select()
    if surface.size != shown?.size { resize(to: surface.size) }
    paint(surface)
    shown = surface
    encode()
    bytes.send(to: output)
    return bytes.count
  }

  package func flush() {
    bytes.send(to: output)
  }

  package func invalidate() {
    shown = nil
  }

  /// Has ncurses clear the screen with the next frame: it knows nothing about what is on it.
  private func resize(to size: CellSize) {
    resize_term(Int32(clamping: size.rows), Int32(clamping: size.columns))
    clearok(curses_physical_screen(), true)
    guard row.count != size.columns else { return }
    row.deallocate()
    painted.deallocate()
    row = .allocate(capacity: size.columns)
    painted = .allocate(capacity: size.columns)
  }

  private func paint(_ surface: Surface) {
    painter.beginFrame()
    let columns = surface.size.columns
    surface.cells.withUnsafeBufferPointer { cells in
      for index in 0..<surface.size.rows {
        let line = cells[index * columns..<(index + 1) * columns]
        CellRepair.copy(UnsafeBufferPointer(rebasing: line), to: row)
        let count = painter.paint(row, to: painted)
        mvwadd_wchnstr(
          curses_standard_screen(), Int32(index), 0, painted.baseAddress, Int32(count))
      }
    }
  }

  private func encode() {
    bytes.clear()
    bytes.reserve(16)
    bytes.append("\u{1B}[?2026h")
    let opening = bytes.count
    wnoutrefresh(curses_standard_screen())
    doupdate()
    screen.takeOutput(into: &bytes)
    if bytes.count == opening { return bytes.clear() }
    bytes.reserve(16)
    bytes.append("\u{1B}[?2026l")
  }

  private static func start(
    _ terminal: String, _ colors: ColorDepth
  ) throws(TerminalError) -> CursesScreen {
    let screen = try CursesScreen(terminal: terminal)
    guard colors == .trueColor else { return screen }
    let entry = withExtendedLifetime(screen) { DirectColorEntry() }
    return try entry.whileFound { () throws(TerminalError) in
      try CursesScreen(terminal: DirectColorEntry.name)
    }
  }

  /// Drops what ncurses says to prepare the terminal: whoever opened it has said it.
  private func discardInitialization() {
    let window = curses_standard_screen()
    leaveok(window, true)
    idlok(window, true)
    scrollok(window, false)
    doupdate()
    screen.takeOutput(into: &bytes)
    bytes.clear()
  }

  /// The best inks that the selected screen has pairs for; nil when it has no colours, no default
  /// ones among them, or cannot reverse coloured cells.
  private static func inks(of colors: ColorDepth) -> (any InkSource)? {
    let cannotReverse = tigetnum("ncv") & 4 != 0 && tigetnum("ncv") > 0
    if colors == .mono || cannotReverse || start_color() == ERR { return nil }
    if use_default_colors() == ERR { return nil }
    let (count, pairs) = (Int(curses_colors()), Int(curses_pairs()))
    if colors == .trueColor, count > 256 { return ExactInks(pairLimit: pairs) }
    let choices: [(depth: ColorDepth, palette: Palette, colors: Int)] = [
      (.indexed256, .indexed256, 256), (.ansi16, .ansi16, 16), (.ansi8, .ansi8, 8),
    ]
    let asked = ColorDepth.allCases.firstIndex(of: colors) ?? 0
    for choice in choices.dropFirst(max(0, asked - 1)) {
      guard count >= choice.colors, pairs > PaletteInks.pairCount(of: choice.palette) else {
        continue
      }
      return PaletteInks(choice.palette, depth: choice.depth)
    }
    return nil
  }
}
