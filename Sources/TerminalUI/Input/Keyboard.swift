import CNcursesw
import Glibc
import Raster

/// Decodes a terminal's bytes into keys with ncurses, which knows what the terminal sends.
///
/// ncurses reads from a pipe and gets one key at a time. So it never waits, and never sees an
/// incomplete sequence or a reply. Unknown sequences are dropped as a whole.
final class Keyboard {
  private let screen: CursesScreen
  private let pipe: KeyPipe
  /// A window that is never shown, because reading a key refreshes a window; the screen frees it.
  private let pad: UnsafeMutablePointer<WINDOW>
  private var clicks = DoubleClick()

  /// Prepares ncurses to read keys.
  ///
  /// - Parameter screen: the screen that reads keys from `pipe`.
  init(screen: CursesScreen, pipe: KeyPipe, mouse: Bool) throws(TerminalError) {
    self.screen = screen
    self.pipe = pipe
    screen.select()
    guard let pad = newpad(1, 1) else { throw .systemFailure(call: "newpad", errno: 0) }
    self.pad = pad
    keypad(pad, true)
    nodelay(pad, true)
    // An Esc need not wait, because the filter has already joined split sequences.
    set_escdelay(0)
    for (text, code) in KeyCodes.sequences { define_key(text, code) }
    if mouse {
      mousemask(curses_click | curses_wheel_up | curses_wheel_down, nil)
      mouseinterval(0)
    }
    prepareTerminal()
  }

  /// Makes ncurses enable the keypad modes, as it does when a key is read.
  func prepareTerminal() {
    screen.select()
    _ = nextEvent()
  }

  /// Whether terminfo has keys that send the focus reports of other terminals.
  var hasKeysForFocus: Bool {
    screen.select()
    return key_defined("\u{1B}[I") > 0 || key_defined("\u{1B}[O") > 0
  }

  /// The key of a complete sequence or character, read at an instant; nil if no key sends it.
  func key(for sequence: ArraySlice<UInt8>, at instant: Duration) -> Key? {
    screen.select()
    pipe.write(sequence)
    let key =
      nextEvent().flatMap { self.key(for: $0, in: sequence) }
      ?? KeyTitle.title(of: sequence).map { .other($0) }
    while nextEvent() != nil {}
    return key.map { clicks.resolve($0, at: instant) }
  }

  private enum Event {
    case code(Int32)
    case character(Unicode.Scalar)
  }

  private func nextEvent() -> Event? {
    var value: wint_t = 0
    switch wget_wch(pad, &value) {
    case KEY_CODE_YES: return .code(Int32(truncatingIfNeeded: value))
    case OK: return Unicode.Scalar(UInt32(value)).map(Event.character)
    default: return nil
    }
  }

  private func key(for event: Event, in sequence: ArraySlice<UInt8>) -> Key? {
    switch event {
    case .code(KEY_MOUSE): return mouseKey()
    case .code(let code): return KeyCodes.key(for: code)
    case .character("\u{1B}") where sequence.count > 1: return nil
    case .character(let character): return KeyCodes.key(for: character)
    }
  }

  private func mouseKey() -> Key? {
    var event = MEVENT()
    guard getmouse(&event) == OK else { return nil }
    if event.bstate & curses_wheel_up != 0 { return .wheel(-1) }
    if event.bstate & curses_wheel_down != 0 { return .wheel(1) }
    guard event.bstate & curses_click != 0 else { return nil }
    return .click(CellPoint(column: Int(event.x), row: Int(event.y)))
  }
}

/// Turns two quick clicks at one place into a double click.
struct DoubleClick {
  /// The longest time between the clicks.
  static let window = Duration.milliseconds(400)

  private var last: (point: CellPoint, instant: Duration)?

  /// The key after considering the previous ones.
  ///
  /// Any other key between two clicks separates them, and a third click is a first one again.
  mutating func resolve(_ key: Key, at instant: Duration) -> Key {
    guard case .click(let point) = key else {
      last = nil
      return key
    }
    if let last, last.point == point, instant - last.instant <= Self.window {
      self.last = nil
      return .doubleClick(point)
    }
    last = (point, instant)
    return key
  }
}

/// The pipe through which ncurses reads keys; neither end blocks.
final class KeyPipe {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .systemFailure(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Writes one key, which fits because it is short and the last one was read.
  func write(_ key: ArraySlice<UInt8>) {
    _ = key.withUnsafeBytes { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
  }
}
