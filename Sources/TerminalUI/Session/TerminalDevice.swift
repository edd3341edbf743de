import Glibc
import Raster
import TerminalGraphics

/// A terminal as the system sees it: two descriptors, its modes and its size.
final class TerminalDevice: TerminalOutput {
  let poller: any Poller
  /// The blocking descriptor, for modes and for ncurses.
  let control: Int32
  /// The non-blocking descriptor, opened separately so that the flag does not affect other programs
  /// on the terminal.
  let traffic: Int32
  /// The modes at the start, to be restored.
  let foundModes: termios
  /// Whether the terminal has accepted the last write completely, so another one may follow.
  ///
  /// A frame is always offered to its end.
  private(set) var isBetweenFrames = true

  /// The bytes that may end the program, so that later ones belong to the next program.
  var lastBytes: Set<UInt8> = []
  /// Whether one of `lastBytes` came together with others, so all may have been pasted.
  private(set) var mayHoldPaste = false

  /// The largest size; larger ones are reduced, because whole frames are held in memory.
  private static let largest = CellSize(columns: 2000, rows: 1000)

  /// The most bytes of a read; the rest stays in the terminal, visible to `poll`.
  private static let readLimitBytes = 256

  /// Opens a terminal without changing it.
  init(path: String, poller: any Poller) throws(TerminalError) {
    self.poller = poller
    control = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard control >= 0 else { throw .notATerminal(path: path, errno: errno) }
    if Self.isInBackground(of: control) {
      close(control)
      throw .inBackground
    }
    var modes = termios()
    traffic = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    if tcgetattr(control, &modes) != 0 || traffic < 0 {
      let reason = errno
      close(control)
      close(traffic)
      throw .notATerminal(path: path, errno: reason)
    }
    foundModes = modes
  }

  deinit {
    close(control)
    close(traffic)
  }

  /// Whether another job has the terminal.
  ///
  /// If so, the system would silently stop this program when it sets the terminal's modes. Only a
  /// controlling terminal has jobs.
  private static func isInBackground(of terminal: Int32) -> Bool {
    let foreground = tcgetpgrp(terminal)
    return foreground >= 0 && foreground != getpgrp()
  }

  /// The descriptor to poll for room.
  var descriptor: Int32? { traffic }

  /// The terminal's size; nil if unknown.
  var window: WindowSize? { Self.window(of: control) }

  /// The size of the terminal behind a descriptor; nil if unknown.
  static func window(of terminal: Int32) -> WindowSize? {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    let cells = CellSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    let isKnown = size.ws_xpixel > 0 && size.ws_ypixel > 0
    let pixels = PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
    return WindowSize(
      cells: CellSize(
        columns: min(cells.columns, largest.columns),
        rows: min(cells.rows, largest.rows)),
      pixels: isKnown && cells.columns <= largest.columns && cells.rows <= largest.rows
        ? pixels : nil)
  }

  /// The current modes.
  var modes: termios {
    var modes = foundModes
    tcgetattr(control, &modes)
    return modes
  }

  /// Sets modes at once, without waiting for output to drain.
  func set(_ modes: termios) {
    var modes = modes
    while tcsetattr(control, TCSANOW, &modes) != 0, errno == EINTR {}
  }

  /// Reads input that the next program may share; nil when the terminal is gone.
  ///
  /// If pasted text can be told from keys, reading stops after the first of `lastBytes`, and the terminal keeps the
  /// rest. That requires reading bytes one by one.
  func readShared(tellsPastes: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    if lastBytes.isEmpty || !tellsPastes {
      guard let block = read(atMost: Self.readLimitBytes) else { return nil }
      bytes = block
    } else {
      while bytes.count < Self.readLimitBytes {
        guard let next = read(atMost: 1) else { return bytes.isEmpty ? nil : bytes }
        bytes += next
        if next.first.map(lastBytes.contains) ?? true { break }
      }
    }
    if !bytes.isEmpty {
      mayHoldPaste =
        !tellsPastes && bytes.contains(where: lastBytes.contains)
        && (bytes.count > 1 || hasInput)
    }
    return bytes
  }

  /// Reads at most `limit` waiting bytes; nil when the terminal is gone.
  func read(atMost limit: Int) -> [UInt8]? {
    var isGone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let length = Glibc.read(traffic, buffer.baseAddress, limit)
      count = max(0, length)
      isGone = length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)
    }
    return isGone ? nil : bytes
  }

  /// Reads the waiting bytes and those that follow without a pause, for up to a second.
  func readAll() -> [UInt8] {
    let end = poller.now + .seconds(1)
    var bytes: [UInt8] = []
    while poller.now < end, awaitInput(until: poller.now + .milliseconds(20)),
      let next = read(atMost: 4096)
    {
      bytes += next
    }
    return bytes
  }

  /// Puts bytes back into the terminal's input, as if typed, for the next program.
  ///
  /// The system allows it for root, or for the program's own terminal if `dev.tty.legacy_tiocsti` is 1; otherwise they
  /// are lost.
  func putBack(_ bytes: [UInt8]) {
    for var byte in bytes {
      guard ioctl(control, UInt(TIOCSTI), &byte) == 0 else { return }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let length = Glibc.write(traffic, bytes.baseAddress, bytes.count)
    let isLater = length < 0 && (errno == EAGAIN || errno == EINTR)
    let taken = isLater ? 0 : length < 0 ? bytes.count : length
    isBetweenFrames = taken == bytes.count
    return taken
  }

  /// Whether it accepts bytes now.
  var hasRoom: Bool { wait(for: POLLOUT, until: .zero) }

  /// Whether input can be read now.
  var hasInput: Bool { awaitInput(until: .zero) }

  /// Waits for input; false if none came in time.
  func awaitInput(until instant: Duration) -> Bool { wait(for: POLLIN, until: instant) }

  private func wait(for event: Int32, until instant: Duration) -> Bool {
    var waiting = [pollfd(fd: traffic, events: Int16(event), revents: 0)]
    return poller.poll(&waiting, until: instant)
  }

  /// Sends everything, waiting for room; gives up if the terminal accepts nothing for half a second.
  func sendAll(_ bytes: inout ByteBuffer) {
    bytes.send(to: self)
    while bytes.isPending {
      if !wait(for: POLLOUT, until: poller.now + .milliseconds(500)) { return }
      bytes.send(to: self)
    }
  }
}

extension termios {
  /// These modes without echo and translation.
  ///
  /// Enter and line feed are distinct. Output is sent unchanged: a line feed is only that, and the
  /// kernel does not look at every byte of a frame.
  var withoutTranslation: termios {
    var modes = self
    modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    modes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR)
    modes.c_oflag &= ~tcflag_t(OPOST)
    return modes
  }
}
