import CPseudoTerminal
import Glibc

/// How a command ended.
package enum CommandEnding: Equatable, Sendable {
  case exited(Int32)
  case signaled(Int32)
  /// It could not be started.
  case refused(errno: Int32)

  /// The exit status by which a shell reports it.
  package var status: Int32 {
    switch self {
    case .exited(let status): status
    case .signaled(let signal): 128 + signal
    case .refused(let errno): errno == ENOENT ? 127 : 126
    }
  }
}

/// A command on a pseudo-terminal of its own.
final class PseudoTerminal {
  enum Notice: Equatable {
    case stopped
    case ended(CommandEnding)
  }

  private let terminal: CommandTerminal
  /// The command's process and group; nil before it has started.
  private var process: pid_t?
  /// The signals to a command that has not started, in their order.
  private var earlySignals: [Int32] = []

  /// - Parameters:
  ///   - command: the program, searched in `PATH`, and its arguments.
  ///   - input: the command's standard input; nil for its terminal.
  ///   - modes: those of the terminal that it stands for; nil for the system's.
  init(
    _ command: [String], environment: [String], input: Int32? = nil, size: winsize, modes: termios?
  ) throws(RelayError) {
    var terminal = CommandTerminal()
    let result = command.withCStrings { arguments in
      environment.withCStrings { environment in
        if var modes {
          pseudo_terminal_start(&terminal, input ?? -1, arguments, environment, size, &modes)
        } else {
          pseudo_terminal_start(&terminal, input ?? -1, arguments, environment, size, nil)
        }
      }
    }
    if result < 0 { throw .systemFailure(call: "openpty", errno: errno) }
    self.terminal = terminal
  }

  deinit {
    close(terminal.master)
    close(terminal.notices)
  }

  /// The descriptor to poll for output and for room.
  var descriptor: Int32 { terminal.master }

  /// The descriptor to poll for notices.
  var noticeDescriptor: Int32 { terminal.notices }

  /// The command's output, at most 64 KiB; empty if none waits, nil when no process has the terminal open.
  func read() -> [UInt8]? {
    var isClosed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let length = Glibc.read(terminal.master, buffer.baseAddress, buffer.count)
      count = max(0, length)
      isClosed = length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)
    }
    return isClosed ? nil : bytes
  }

  /// Writes as many bytes as the terminal takes now, and returns their number.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, bytes.withUnsafeBytes { Glibc.write(terminal.master, $0.baseAddress, $0.count) })
  }

  func resize(to size: winsize) {
    var size = size
    _ = ioctl(terminal.master, UInt(TIOCSWINSZ), &size)
  }

  /// Sends a signal to the command's group, once it has started.
  func signal(_ number: Int32) {
    if let process { kill(-process, number) } else { earlySignals.append(number) }
  }

  /// The events of the command since the last call.
  func notices() -> [Notice] {
    var notices: [Notice] = []
    var notice = CommandNotice()
    let size = MemoryLayout<CommandNotice>.size
    while true {
      let count = Glibc.read(terminal.notices, &notice, size)
      // The leader was killed, and has not told how the command ended.
      if count == 0 { return notices + [.ended(.signaled(SIGKILL))] }
      guard count == size else { return notices }
      switch notice.event {
      case Int32(COMMAND_STARTED):
        process = notice.value
        earlySignals.forEach(signal)
      case Int32(COMMAND_STOPPED): notices.append(.stopped)
      case Int32(COMMAND_EXITED): notices.append(.ended(.exited(notice.value)))
      case Int32(COMMAND_SIGNALED): notices.append(.ended(.signaled(notice.value)))
      case Int32(COMMAND_REFUSED): notices.append(.ended(.refused(errno: notice.value)))
      default: break
      }
    }
  }

  /// Waits for the leader of the session, which is about to end, or has been killed.
  func waitForLeader() {
    while waitpid(terminal.leader, nil, 0) < 0, errno == EINTR {}
  }
}

extension [String] {
  /// Calls `body` with the texts as a null-terminated array of C strings.
  package func withCStrings<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
