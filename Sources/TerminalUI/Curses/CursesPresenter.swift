import CNcursesw
import Raster

/// Puts every cell on the screen through ncurses, in as many colours as the terminal has.
///
/// ncurses finds the difference between frames and writes it into memory; from there it is sent
/// like any frame, inside the brackets of a synchronized update.
package final class CursesPresenter: Presenter {
  private let output: any TerminalOutput
  private let charset: Charset
  private let screen: CursesScreen
  private let painter: any RowPainter
  private var bytes = ByteBuffer()
  /// What ncurses writes, until it is spelt out.
  private var written = ByteBuffer()
  private var resolved = ResolvedSurface()
  /// False when nothing is known about the screen.
  private var isKnown = false
  private var front = CellGrid(size: CellSize(columns: 0, rows: 0))
  private var back = CellGrid(size: CellSize(columns: 0, rows: 0))
  private var finder = ScrollFinder(size: CellSize(columns: 0, rows: 0))
  private var canvas = CursesCanvas(columns: 0)

  /// Draws on a terminal that is already prepared.
  ///
  /// - Parameters:
  ///   - drawing: what ncurses has for the terminal; one presenter uses it at a time.
  ///   - colors: the most that it is given; fewer if its entry says so.
  ///   - output: where the frames go.
  init(
    _ drawing: CursesDrawing, colors: ColorDepth, output: any TerminalOutput,
    charset: Charset = .utf8
  ) throws(TerminalError) {
    self.output = output
    self.charset = charset
    (screen, painter) = try drawing.start(colors)
  }

  /// Draws on a terminal of which only the name of its terminfo entry is known.
  ///
  /// The environment is changed for a moment, so no other thread may be running yet.
  package convenience init(
    terminal: String, colors: ColorDepth, output: any TerminalOutput, charset: Charset = .utf8
  ) throws(TerminalError) {
    let drawing = try CursesDrawing(for: CursesScreen(terminal: terminal), named: terminal)
    try self.init(drawing, colors: colors, output: output, charset: charset)
  }

  package let name = "curses"

  package var trailer: [UInt8] = []

  package var colors: ColorDepth { painter.depth }

  package var pendingDescriptor: Int32? {
    bytes.isPending ? output.descriptor : nil
  }

  /// Always whole frames: what ncurses was told it sends.
  package func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame {
    if pendingDescriptor != nil { return .refused }
    bytes.clear()
    let isFitting = surface.size.columns == front.columns && surface.size.rows == front.rows
    if !isFitting || !isKnown { startAnew(surface.size) }
    let shown = resolved.resolve(surface) { _ in .fallback }
    if shown.cells.withUnsafeBufferPointer({ back.load($0, former: front) }) {
      encode()
      swap(&front, &back)
      bytes.send(to: output)
    }
    return PresentedFrame(bytes: bytes.count, isComplete: true)
  }

  package func flush() {
    bytes.send(to: output)
  }

  package func invalidate() {
    isKnown = false
  }

  package func farewell() -> [UInt8] {
    defer { bytes.clear() }
    invalidate()
    return bytes.isPending ? ByteBuffer.cut : []
  }

  /// Has ncurses clear the screen with the next frame, because it knows nothing about it.
  private func startAnew(_ size: CellSize) {
    isKnown = true
    front = CellGrid(size: size, charset: charset)
    back = CellGrid(size: size, charset: charset)
    finder = ScrollFinder(size: size)
    canvas = CursesCanvas(columns: size.columns)
    if size.area == 0 { return }
    screen.resize(to: size)
    clearok(curses_physical_screen(), true)
  }

  private func encode() {
    screen.select()
    painter.beginFrame(over: front)
    let scroll = finder.find(from: front, to: back)
    if let scroll { perform(scroll) }
    if paint(scroll?.covered ?? 0..<back.rows) { update() }
    if written.count == 0 { return }
    bytes.append(Array("\u{1B}[?2026h".utf8))
    written.withBytes { painter.write($0, to: &bytes) }
    bytes.append(Array("\u{1B}[?2026l".utf8))
    bytes.append(trailer)
    written.clear()
  }

  /// Shows ncurses a frame in which rows have moved and nothing else has changed among them, so that
  /// it sees that they have: what stays in place over them (a popup, a panel) would hide it.
  private func perform(_ scroll: RowScroll) {
    canvas.scroll(scroll)
    front.scroll(scroll)
    _ = paint(0..<scroll.band.lowerBound)
    _ = paint(scroll.uncovered)
    _ = paint(scroll.band.upperBound..<back.rows)
    update()
  }

  /// - Returns: false when none of the rows differs.
  private func paint(_ rows: Range<Int>) -> Bool {
    var isChanged = false
    for row in rows where canvas.paint(row, of: back, over: front, with: painter) {
      isChanged = true
    }
    return isChanged
  }

  private func update() {
    wnoutrefresh(curses_standard_screen())
    doupdate()
    screen.takeOutput(into: &written)
  }
}
