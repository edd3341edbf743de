import CNcursesw
import Raster

/// Puts every cell on the screen through ncurses, in as many colours as the terminal has.
///
/// ncurses finds the difference between frames and writes it into memory; from there it is sent
/// like any frame, inside the brackets of a synchronized update.
package final class CursesPresenter: Presenter {
  private let output: any TerminalOutput
  private let screen: CursesScreen
  private let painter: any RowPainter
  private var bytes = ByteBuffer()
  /// What is on the screen; nil when nothing is known about it.
  private var shown: Surface?
  private var resolved = ResolvedSurface()
  private var canvas = CursesCanvas(size: CellSize(columns: 0, rows: 0))

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
    painter = Self.makePainter(colors)
    discardInitialization()
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
    let surface = resolved.resolve(surface) { _ in .fallback }
    if surface == shown || surface.size.area == 0 {
      return PresentedFrame(bytes: 0, isComplete: true)
    }
    screen.select()
    if surface.size != shown?.size { startAnew(surface.size) }
    canvas.paint(surface, over: shown, with: painter)
    shown = surface
    encode()
    bytes.send(to: output)
    return PresentedFrame(bytes: bytes.count, isComplete: true)
  }

  package func flush() {
    bytes.send(to: output)
  }

  package func invalidate() {
    shown = nil
  }

  package func farewell() -> [UInt8] {
    defer { bytes.clear() }
    invalidate()
    return bytes.isPending ? ByteBuffer.cut : []
  }

  /// Has ncurses clear the screen with the next frame, because it knows nothing about it.
  private func startAnew(_ size: CellSize) {
    shown = nil
    resize_term(Int32(clamping: size.rows), Int32(clamping: size.columns))
    clearok(curses_physical_screen(), true)
    canvas = CursesCanvas(size: size)
  }

  private func encode() {
    bytes.clear()
    bytes.append("\u{1B}[?2026h")
    let opening = bytes.count
    wnoutrefresh(curses_standard_screen())
    doupdate()
    screen.takeOutput(into: &bytes)
    if bytes.count == opening { return bytes.clear() }
    bytes.append("\u{1B}[?2026l")
    bytes.append(trailer)
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
}
