import Glibc
import Raster

/// A terminal as the system sees it: two descriptors, its modes and its size.
final class TerminalDevice: TerminalOutput {
  /// Blocking: for modes, and for ncurses.
  let control: Int32
  /// Not blocking, and opened anew, so that the flag does not reach whoever shares the terminal.
  let traffic: Int32
  /// The modes it was found in.
  let foundModes: termios

  /// Sizes beyond any screen are cut, because whole frames of them are held in memory.
  private static let largest = CellSize(columns: 2000, rows: 1000)

  init(path: String) throws(TerminalError) {
    control = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard control >= 0 else { throw .notATerminal(path: path, errno: errno) }
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

  /// To be polled for room.
  var descriptor: Int32? { traffic }

  /// Its size; nil when it does not know.
  var size: CellSize? {
    var size = winsize()
    guard ioctl(control, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return CellSize(
      columns: min(Int(size.ws_col), Self.largest.columns),
      rows: min(Int(size.ws_row), Self.largest.rows))
  }

  /// The modes of now.
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

  /// What waits to be read, at most so many bytes; nil when the terminal is gone.
  func read(atMost limit: Int) -> [UInt8]? {
    var isGone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let length = Glibc.read(traffic, buffer.baseAddress, limit)
      count = max(0, length)
      isGone = length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)
    }
    return isGone ? nil : bytes
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let length = Glibc.write(traffic, bytes.baseAddress, bytes.count)
    if length >= 0 { return length }
    return errno == EAGAIN || errno == EINTR ? 0 : bytes.count
  }

  /// Sends everything, waiting for room; a terminal that takes nothing for so long gets no more.
  func sendAll(_ bytes: inout ByteBuffer, patienceMilliseconds: Int32 = 500) {
    bytes.send(to: self)
    while bytes.isPending {
      var room = pollfd(fd: traffic, events: Int16(POLLOUT), revents: 0)
      if poll(&room, 1, patienceMilliseconds) == 0 { return }
      bytes.send(to: self)
    }
  }
}
