import CNcursesw
import Raster

/// One ncurses screen (its `SCREEN`), which writes into memory.
///
/// Its output is bytes like those of any presenter: counted, and sent on without ever waiting.
/// Several screens live side by side. ncurses works on one at a time, so a caller selects a screen
/// first. Main thread only, as ncurses is.
final class CursesScreen {
  private let handle: CursesHandle
  private let memory: MemoryFile

  /// Starts a screen.
  ///
  /// It has the size that terminfo gives or 80x24, whatever the terminal's own is; `resize(to:)`
  /// sets another.
  ///
  /// - Parameters:
  ///   - terminal: the name of a terminfo entry.
  ///   - keys: the descriptor that it reads keys from; nil when it only draws.
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

  /// Makes this the screen of the following ncurses calls.
  func select() {
    set_term(handle.screen)
  }

  /// Makes a terminal deliver each byte at once and make no signals of keys, as ncurses must know.
  func setModes(of device: Int32) {
    handle.redirectOutput(to: device)
    select()
    def_shell_mode()
    def_prog_mode()
    raw()
    noecho()
    handle.redirectOutput(to: memory.descriptor)
  }

  /// Makes ncurses only draw, and move rows where that is shorter.
  ///
  /// The bytes that prepare the terminal are dropped: the session has sent them already.
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

  /// Gives the screen another size.
  ///
  /// `resize_term` of ncurses 6.4 changes the windows of every screen, but none if its own has that
  /// size already. So this fits the screen's own windows, whatever another screen has made of them.
  func resize(to size: CellSize) {
    let (rows, columns) = (Int32(clamping: size.rows), Int32(clamping: size.columns))
    select()
    resize_term(rows, columns)
    let windows = [curses_standard_screen(), curses_virtual_screen(), curses_physical_screen()]
    for window in windows { wresize(window, rows, columns) }
  }

  /// Moves everything that ncurses wrote since the last call to the end of a buffer.
  func takeOutput(into bytes: inout ByteBuffer) {
    memory.take(into: &bytes)
  }
}
