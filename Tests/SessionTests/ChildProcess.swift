import CSpawning
import Foundation
import Glibc
import TerminalRelay
import TestSupport
import Testing

/// A process that a test has started; it is killed with this.
///
/// Not Foundation's `Process`: that takes a child for running as long as anybody holds the descriptors it inherited,
/// and a tmux server holds them for ever.
final class ChildProcess {
  enum Ending: Hashable {
    case status(Int32)
    case signal(Int32)
  }

  let id: pid_t
  /// Readable once the process has ended.
  let descriptor: Int32
  private var known: Ending?

  /// - Parameter id: the process, or less than 0 if it could not be started.
  init(_ id: pid_t) throws {
    guard id > 0 else { throw POSIXError(.EAGAIN) }
    self.id = id
    descriptor = process_descriptor(id)
  }

  /// Starts a command without standard input.
  ///
  /// - Parameters:
  ///   - output: the file that standard output goes to.
  ///   - errors: the file that standard error goes to.
  convenience init(
    _ arguments: [String], output: String = "/dev/null", errors: String = "/dev/null",
    environment: [String: String] = BuiltProgram.environment()
  ) throws {
    try self.init(
      (["env"] + arguments).withCStrings { argv in
        environment.map { "\($0.key)=\($0.value)" }.withCStrings { envp in
          spawn_into_files("/usr/bin/env", argv, envp, output, errors, nil, 0)
        }
      })
  }

  deinit {
    if ending == nil {
      // A shell on a terminal leads a group, with its jobs.
      for target in [-id, id] { kill(target, SIGKILL) }
      while waitpid(id, nil, 0) < 0, errno == EINTR {}
    }
    close(descriptor)
  }

  /// How it ended; nil while it runs.
  var ending: Ending? {
    var status: Int32 = 0
    if known == nil, waitpid(id, &status, WNOHANG) == id {
      let signal = status & 0x7F
      known = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
    return known
  }

  /// Waits for its end.
  func wait() throws -> Ending {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&waiting, 1, Int32(patience.components.seconds) * 1_000)
    return try #require(ending, "the process does not end")
  }
}
