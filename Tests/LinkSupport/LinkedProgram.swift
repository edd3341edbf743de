import CSpawning
import Glibc
import Raster
import SimulationModels
import TerminalRelay
import VTermSupport

/// A program on a pseudo-terminal whose output reaches a terminal over a link.
///
/// Its output is read as fast as it writes, as ssh does, into a queue that the link empties. Status
/// requests are answered when they arrive at the other end; keys travel back. One thread does all of
/// it, so `step` must be called continuously.
package final class LinkedProgram {
  package let screen: VTermScreen
  private let link: Link
  private let master: Int32
  private let slave: Int32
  private let child: pid_t
  private var down: LinkPipe
  private var up: LinkPipe
  private let start = ContinuousClock.now
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Bytes that the program has written, and that the terminal has received.
  package private(set) var written = 0
  package private(set) var received = 0
  /// When the terminal last received something.
  package private(set) var lastReceived = Duration.zero
  package private(set) var hasEnded = false
  /// How often a frame's end was written and was received.
  package private(set) var framesWritten = 0
  package private(set) var framesReceived = 0
  /// How often the terminal has answered a question; each frame and each part of one ends with one.
  package private(set) var answers = 0
  private var commands = CommandFilter()
  private var writtenEnds = PatternCounter("\u{1B}[?2026l")
  private var receivedEnds = PatternCounter("\u{1B}[?2026l")

  package init(
    _ arguments: [String], environment: [String: String], size: CellSize, link: Link
  ) throws(SpawnFailure) {
    self.link = link
    screen = VTermScreen(size: size)
    down = LinkPipe(bytesPerSecond: link.bytesPerSecond, delay: link.roundTrip / 2)
    up = LinkPipe(bytesPerSecond: nil, delay: link.roundTrip / 2)
    var (child, slave): (pid_t, Int32) = (0, -1)
    var found = termios()
    var environment = environment
    if link.isLogin { environment["SSH_CONNECTION"] = "192.0.2.1 50000 192.0.2.2 22" }
    master = arguments.withCStrings { argv in
      environment.map { "\($0.key)=\($0.value)" }.withCStrings { envp in
        spawn_on_terminal(
          arguments[0], argv, envp, UInt16(size.columns), UInt16(size.rows), -1, &child, &slave,
          &found)
      }
    }
    if master < 0 { throw SpawnFailure(errno: errno) }
    self.child = child
    self.slave = slave
  }

  deinit {
    if !hasEnded {
      kill(child, SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    close(slave)
    close(master)
  }

  package var processID: pid_t { child }

  /// Looks whether the program has ended.
  package func noteEnd() -> Bool {
    var status: Int32 = 0
    hasEnded = hasEnded || waitpid(child, &status, WNOHANG) == child
    return hasEnded
  }

  /// Since the program was started.
  package var now: Duration { ContinuousClock.now - start }

  /// Bytes on their way to the terminal.
  package var bytesUnderWay: Int { written - received }

  package func type(_ text: String) { up.send(Array(text.utf8), at: now) }

  /// Moves the bytes that are due; waits for a millisecond at most.
  ///
  /// - Returns: true if the terminal received something.
  package func step() -> Bool {
    if link.reads(from: now) > now {
      _ = poll(nil, 0, 1)
      down.pause(until: now)
      return false
    }
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let hasRoom = down.queued < link.queueBytes
    if poll(&descriptor, hasRoom ? 1 : 0, 1) > 0 { takeOutput() }
    let keys = up.arrivals(at: now).flatMap(\.bytes)
    if !keys.isEmpty { _ = keys.withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }
    let bytes = down.arrivals(at: now).flatMap(\.bytes)
    if !bytes.isEmpty { show(bytes) }
    return !bytes.isEmpty
  }

  private func takeOutput() {
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else {
      _ = noteEnd()
      return
    }
    written += count
    framesWritten += writtenEnds.count(in: buffer[..<count])
    down.send(Array(buffer[..<count]), at: now)
  }

  private func show(_ bytes: [UInt8]) {
    screen.feed(commands.removing(from: bytes))
    received += bytes.count
    framesReceived += receivedEnds.count(in: bytes[...])
    lastReceived = now
    if !screen.replies.isEmpty {
      answers += screen.replies.count { $0 == 0x1B }
      up.send(screen.replies, at: now)
      screen.replies = []
    }
  }
}

/// No pseudo-terminal, or no process.
package struct SpawnFailure: Error {
  package let errno: Int32
}

/// Counts a text in bytes that come in pieces.
private struct PatternCounter {
  private let pattern: [UInt8]
  private var matched = 0

  init(_ text: String) { pattern = Array(text.utf8) }

  /// The pattern's first byte occurs nowhere else in it, so that a mismatch starts anew.
  mutating func count(in bytes: ArraySlice<UInt8>) -> Int {
    var found = 0
    for byte in bytes {
      if byte == pattern[matched] {
        matched += 1
      } else {
        matched = byte == pattern[0] ? 1 : 0
      }
      if matched == pattern.count {
        found += 1
        matched = 0
      }
    }
    return found
  }
}
