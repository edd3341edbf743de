import CNcursesw
import Raster
import TerminalGraphics

/// One ncurses screen (its `SCREEN`), which writes into memory.
///
/// Its output is counted and sent like that of any presenter, without waiting. Several screens
/// exist at once, but ncurses works on one at a time, so a caller selects a screen first. Main
/// thread only, like ncurses.
final class CursesScreen {
  private let handle: CursesHandle
  private let memory: MemoryFile

  /// Starts a screen.
  ///
  /// It has the size from terminfo or 80x24, not the terminal's; `resize(to:)` sets it.
  ///
  /// - Parameters:
  ///   - terminal: the name of a terminfo entry.
  ///   - keys: the descriptor to read keys from; nil for drawing only.
  init(terminal: String, keys: Int32? = nil) throws(TerminalError) {
    memory = try MemoryFile(name: "curses output")
    handle = try CursesHandle(
      terminal: terminal, output: memory.descriptor, input: keys ?? memory.descriptor)
    select()
    nonl()
    typeahead(-1)
  }

  deinit {
    handle.retire()
  }

  /// Selects this screen for the following ncurses calls.
  func select() {
    set_term(handle.screen)
  }

  /// Sets a terminal to deliver single bytes without signals, and tells ncurses.
  func setModes(of device: Int32) {
    handle.redirectOutput(to: device)
    select()
    def_shell_mode()
    def_prog_mode()
    raw()
    noecho()
    handle.redirectOutput(to: memory.descriptor)
  }

  /// Limits ncurses to drawing and to moving rows if that is shorter.
  ///
  /// The bytes that prepare the terminal are dropped, because the session has sent them already.
  func prepareForDrawing() {
    select()
    let window = curses_standard_screen()
    leaveok(window, true)
    idlok(window, true)
    scrollok(window, false)
    doupdate()
    var dropped = ByteBuffer()
    takeOutput(into: &dropped)
  }

  /// Resizes the screen.
  ///
  /// `resize_term` of ncurses 6.4 changes the windows of all screens, but none if its own has that
  /// size already. So this sets the size of the screen's own windows, which other screens may have
  /// changed.
  func resize(to size: CellSize) {
    let (rows, columns) = (Int32(clamping: size.rows), Int32(clamping: size.columns))
    select()
    resize_term(rows, columns)
    let windows = [curses_standard_screen(), curses_virtual_screen(), curses_physical_screen()]
    for window in windows { wresize(window, rows, columns) }
  }

  /// Moves the output of ncurses since the last call to the end of a buffer.
  func takeOutput(into bytes: inout ByteBuffer) {
    memory.moveBytes(into: &bytes)
  }
}
