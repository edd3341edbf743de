import Foundation
import Glibc

/// A short command that is run to its end.
///
/// Not Foundation's `Process`: that takes a child for running as long as anybody holds the
/// descriptors it inherited, and a tmux server holds them for ever.
enum Child {
  /// - Parameter output: the file that standard output goes to.
  /// - Returns: the exit status.
  @discardableResult
  static func run(_ arguments: [String], output: String = "/dev/null") throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var pid: pid_t = 0
    let failure = withCStrings(["/usr/bin/env"] + arguments) {
      posix_spawn(&pid, "/usr/bin/env", &actions, nil, $0, environ)
    }
    guard failure == 0 else { throw POSIXError(.EAGAIN) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status >> 8 & 0xFF
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
