import Foundation
import Glibc
import Raster
import TestSupport

@testable import TerminalUI

/// A terminal without a window: the test reads the bytes that a program writes to `path`, and types
/// for it.
final class Pty {
  let path: String
  private var master: Int32

  /// `TIOCSPTLCK` and `TIOCGPTN`, which are macros with arguments in C.
  private static let lockRequest: UInt = 0x4004_5431
  private static let numberRequest: UInt = 0x8004_5430

  convenience init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    try self.init(window: WindowSize(cells: CellSize(columns: Int(columns), rows: Int(rows))))
  }

  init(window: WindowSize) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (number, isLocked): (Int32, Int32) = (0, 0)
    guard
      master >= 0, ioctl(master, Self.lockRequest, &isLocked) == 0,
      ioctl(master, Self.numberRequest, &number) == 0
    else { throw Failure.noPty }
    path = "/dev/pts/\(number)"
    resize(to: window)
  }

  deinit { hangUp() }

  enum Failure: Error { case noPty }

  func resize(columns: UInt16, rows: UInt16) {
    resize(to: WindowSize(cells: CellSize(columns: Int(columns), rows: Int(rows))))
  }

  func resize(to window: WindowSize) {
    var size = winsize(
      ws_row: UInt16(clamping: window.cells.rows), ws_col: UInt16(clamping: window.cells.columns),
      ws_xpixel: UInt16(clamping: window.pixels?.width ?? 0),
      ws_ypixel: UInt16(clamping: window.pixels?.height ?? 0))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// The number of typed bytes that are not read yet.
  var unreadCount: Int { unread.count }

  /// The bytes that were typed and that no one has read; reading them takes them.
  var unread: [UInt8] {
    let slave = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    defer { close(slave) }
    var block = [UInt8](repeating: 0, count: 65536)
    let count = max(0, read(slave, &block, block.count))
    return Array(block.prefix(count))
  }

  /// The modes of the terminal, without the padding of the structure.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(master, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
  }

  func type(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Types at an instant, like a person at a distance.
  func type(_ text: String, at instant: Duration, in time: VirtualTime) throws {
    let distant = dup(master)
    let reader = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    if distant < 0 || reader < 0 { throw Failure.noPty }
    time.schedule(at: instant) {
      let bytes = Array(text.utf8)
      _ = bytes.withUnsafeBytes { write(distant, $0.baseAddress, $0.count) }
      // The system hands the bytes over a moment later.
      var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 60_000)
      close(reader)
      close(distant)
    }
  }

  /// Reads like a terminal whenever the program waits, and answers a question once.
  func answer(_ question: String, with answer: String, in time: VirtualTime) {
    let (received, answers) = (Log<[UInt8]>(), Log<Void>())
    time.settle { [master] in
      var block = [UInt8](repeating: 0, count: 65536)
      while case let count = read(master, &block, block.count), count > 0 {
        received.add(Array(block[..<count]))
      }
      let text = Array(received.entries.joined())
      guard answers.count == 0, text.contains(Array(question.utf8)) else { return }
      let bytes = Array(answer.utf8)
      _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      answers.add(())
    }
  }

  func type(_ text: String) {
    type(Array(text.utf8))
  }

  /// The text written since the last call.
  func output() -> String {
    String(decoding: outputBytes(), as: UTF8.self)
  }

  /// The bytes written since the last call.
  func outputBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(master, &block, block.count)
      if count <= 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// The next bytes that a program writes, which may come a moment later.
  func outputBytes(count: Int) -> [UInt8] { Self.bytes(count, from: master) }

  /// Reads bytes that a program has written at an instant, so that it may write again.
  func takeOutput(_ count: Int, at instant: Duration, in time: VirtualTime) throws {
    let reader = dup(master)
    if reader < 0 { throw Failure.noPty }
    time.schedule(at: instant) {
      _ = Self.bytes(count, from: reader)
      close(reader)
    }
  }

  private static func bytes(_ count: Int, from master: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while bytes.count < count, poll(&waiting, 1, 60_000) > 0 {
      let length = Glibc.read(master, &block, min(block.count, count - bytes.count))
      if length <= 0 { break }
      bytes += block[..<length]
    }
    return bytes
  }

  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }
}
