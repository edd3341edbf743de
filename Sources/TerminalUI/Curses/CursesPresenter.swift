import CNcursesw
import Raster
import TerminalGraphics

/// Draws every cell through ncurses, in as many colors as the terminal has.
///
/// ncurses computes the difference between frames and writes it into memory. It is sent like any
/// other frame, inside the brackets of a synchronized update.
package final class CursesPresenter: Presenter {
  private let output: any TerminalOutput
  private let charset: Charset
  private let screen: CursesScreen
  private let painter: any RowPainter
  private var bytes = ByteBuffer()
  /// The output of ncurses, before its color marks are replaced.
  private var written = ByteBuffer()
  private var resolved = ResolvedSurface()
  /// Whether the contents of the screen are known.
  private var isKnown = false
  /// Whether the terminal may scroll a part of the screen alone.
  private var hasOtherRegion = true
  private var canvas = CursesCanvas(size: CellSize(columns: 0, rows: 0), charset: .utf8)

  /// Creates a presenter for a prepared terminal.
  ///
  /// - Parameters:
  ///   - drawing: the terminal's ncurses screen; one presenter uses it at a time.
  ///   - colors: the most colors to use; fewer if its entry says so.
  ///   - output: the destination of the frames.
  init(
    _ drawing: CursesDrawing, colors: ColorDepth, output: any TerminalOutput,
    charset: Charset = .utf8
  ) throws(TerminalError) {
    self.output = output
    self.charset = charset
    (screen, painter) = try drawing.selectScreen(colors)
  }

  /// Creates a presenter for a terminal known only by its terminfo name.
  ///
  /// This changes the environment for a moment, so no other thread may be running yet.
  package convenience init(
    terminal: String, colors: ColorDepth, output: any TerminalOutput, charset: Charset = .utf8
  ) throws(TerminalError) {
    let drawing = try CursesDrawing(for: CursesScreen(terminal: terminal), named: terminal)
    try self.init(drawing, colors: colors, output: output, charset: charset)
  }

  package let name = "curses"

  package var ending = FrameEnding()

  package var colors: ColorDepth { painter.depth }

  package var pendingDescriptor: Int32? {
    bytes.isPending ? output.descriptor : nil
  }

  /// Always presents whole frames, because ncurses sends everything that it was given.
  package func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame {
    if pendingDescriptor != nil { return .refused }
    bytes.clear()
    if !canvas.fits(surface.size) || !isKnown { startAnew(surface.size) }
    if canvas.load(resolved.fallback(of: surface)) { encode() }
    ending.append(to: &bytes)
    bytes.send(to: output)
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

  /// Makes ncurses clear the screen with the next frame, because the contents are unknown.
  private func startAnew(_ size: CellSize) {
    isKnown = true
    hasOtherRegion = true
    canvas = CursesCanvas(size: size, charset: charset)
    if size.area == 0 { return }
    screen.resize(to: size)
    clearok(curses_physical_screen(), true)
  }

  private func encode() {
    screen.select()
    canvas.paint(with: painter) {
      wnoutrefresh(curses_standard_screen())
      doupdate()
      screen.takeOutput(into: &written)
    }
    if written.count == 0 { return }
    bytes.append(Array("\u{1B}[?2026h".utf8))
    // At its start ncurses has set a region of the 24 rows in the terminal's entry. Below it, terminals ignore the
    // insertion and deletion of lines.
    if hasOtherRegion { bytes.append(Array("\u{1B}[r".utf8)) }
    hasOtherRegion = false
    written.withBytes { painter.write($0, to: &bytes) }
    bytes.append(Array("\u{1B}[?2026l".utf8))
    written.clear()
  }
}
