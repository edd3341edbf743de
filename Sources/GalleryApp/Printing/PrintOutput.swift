import Glibc
import TerminalUI

/// The end of printing before its time.
enum PrintStop: Error {
  /// The program that takes the output has had enough.
  case readerIsGone
  /// A signal ends the program.
  case signal(Int32)
}

/// Standard output, written without missing a signal.
///
/// A terminal that was stopped by Ctrl-S, or a pager that is not read, never keeps Ctrl-C from working.
final class PrintOutput {
  let signals: SignalQueue
  private let clock: any Poller
  private let number: Int32
  /// The most bytes of a write, which does not block once there is room.
  private let portion: Int
  private let isTerminal: Bool
  /// Whether the last bytes were written in part.
  private var isCut = false

  /// The bytes that a pipe with room takes at once, at least: `PIPE_BUF`.
  private static let pipePortion = 4_096
  private static let longestPortion = 1 << 16

  init(signals: SignalQueue, clock: any Poller) {
    self.signals = signals
    self.clock = clock
    isTerminal = isatty(STDOUT_FILENO) == 1
    // The flag must not affect other programs on the terminal, so it is opened separately.
    let own =
      isTerminal
      ? open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
    number = own >= 0 ? own : STDOUT_FILENO
    portion = own >= 0 ? Self.longestPortion : Self.pipePortion
  }

  deinit {
    if number != STDOUT_FILENO { close(number) }
  }

  /// Writes all bytes.
  ///
  /// - Throws: `PrintStop`, or `OutputError` if the disk is full.
  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try awaitRoom()
      let count = rest.prefix(portion).withUnsafeBytes {
        Glibc.write(number, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        isCut = !rest.isEmpty
      } else if errno == EPIPE {
        // The signal of the closed pipe would end the program when it is no longer blocked.
        _ = signals.readAll()
        throw PrintStop.readerIsGone
      } else if errno != EAGAIN, errno != EINTR {
        throw OutputError("standard output", code: errno)
      }
    }
  }

  /// Throws the signal that ends the program, if one has come.
  func checkSignals() throws(PrintStop) {
    for case .terminate(let signal) in signals.readAll() { throw .signal(signal) }
  }

  /// Writes the end of bytes that were cut, as far as the terminal takes it now.
  func finish(_ ending: [UInt8]) {
    guard isTerminal, isCut else { return }
    _ = ending.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
  }

  private func awaitRoom() throws(PrintStop) {
    var waiting = [
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: number, events: Int16(POLLOUT), revents: 0),
    ]
    _ = clock.poll(&waiting, until: nil)
    if waiting[0].revents != 0 { try checkSignals() }
  }
}
