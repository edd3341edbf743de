import CSpawning
import Foundation
import Glibc

/// A command that ends by itself.
///
/// Not Foundation's `Process`: that takes a child for running as long as anybody holds the
/// descriptors it inherited, and a tmux server holds them for ever. Nothing is inherited here.
struct Child: ~Copyable {
  private let pid: pid_t

  /// Starts it without standard input.
  ///
  /// - Parameters:
  ///   - output: the file that standard output goes to.
  ///   - errors: the file that standard error goes to.
  ///   - environment: nil for the tests' own.
  init(
    _ arguments: [String], output: String = "/dev/null", errors: String = "/dev/null",
    environment: [String: String]? = nil
  ) throws {
    let variables = environment ?? ProcessInfo.processInfo.environment
    let pid = withCStrings(["env"] + arguments) { argv in
      withCStrings(variables.map { "\($0.key)=\($0.value)" }) { envp in
        spawn_into_files("/usr/bin/env", argv, envp, output, errors)
      }
    }
    guard pid > 0 else { throw POSIXError(.EAGAIN) }
    self.pid = pid
  }

  /// Waits for its end without leaving the thread: for what takes milliseconds.
  ///
  /// - Returns: the exit status, or 128 and the signal that ended it.
  consuming func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return Self.exitStatus(status)
  }

  /// The exit status, 128 and the signal if one ended it, or nil while it runs.
  ///
  /// Once it has been returned the child is gone and may not be asked again.
  func poll() -> Int32? {
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    return Self.exitStatus(status)
  }

  /// Ends it, whatever it is doing; it may not be asked again.
  ///
  /// One that no one waits for would stay in the process table, where the test library waits for any child of its own:
  /// it would look at this one for ever.
  func stop() {
    kill(pid, SIGKILL)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Calls `body` with a null-terminated array of C strings.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
