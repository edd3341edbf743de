import CSpawning
import Foundation
import Glibc

/// A shell script in a process of its own, which inherits of ours only what is named.
///
/// Not Foundation's `Process`: its children inherit descriptors, and the signals that the thread which
/// started them has blocked, so that they cannot be told to end.
struct Script: ~Copyable {
  private let pid: pid_t

  /// Starts it; `arguments` are its `$1`, `$2` and so on, and `descriptors` become its 3, 4 and so on.
  init(
    _ text: String, _ arguments: [String], descriptors: [Int32] = [], errors: String = "/dev/null"
  ) throws {
    let words = ["sh", "-c", text, "sh"] + arguments
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    pid = Self.withCStrings(words) { words in
      Self.withCStrings(variables) { variables in
        spawn_into_files(
          "/bin/sh", words, variables, "/dev/null", errors, descriptors, Int32(descriptors.count))
      }
    }
    guard pid > 0 else { throw POSIXError(.EAGAIN) }
  }

  /// Waits for its end, on a thread of the test's own; its exit status.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status >> 8 & 0xFF
  }

  /// Calls `body` with a null-terminated array of C strings.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
