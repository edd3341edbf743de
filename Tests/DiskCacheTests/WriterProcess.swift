import CSpawning
import Foundation
import Glibc
import Testing

/// A process of the tests' own that writes into a cache, and what it says.
struct WriterProcess: ~Copyable {
  private let pid: pid_t
  private let output: URL

  /// The program, which is built beside the tests.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("CacheWriter").path

  /// Runs the writer, or a command that runs it.
  init(_ arguments: [String], output: URL) throws {
    var pointers = arguments.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    let none: [UnsafeMutablePointer<CChar>?] = [nil]
    pid = spawn_into_files(arguments[0], pointers, none, output.path, "/dev/null", nil, 0)
    guard pid > 0 else { throw POSIXError(.EAGAIN) }
    self.output = output
  }

  init(folder: String, limitBytes: Int, first: Int, count: Int, output: URL) throws {
    try self.init(
      [Self.program, folder, "\(limitBytes)", "\(first)", "\(count)"], output: output)
  }

  var lines: [String] {
    (try? String(contentsOf: output, encoding: .utf8))?.split(separator: "\n").map(String.init)
      ?? []
  }

  /// Ends it without a chance to do anything else, and waits until it is gone.
  consuming func kill() {
    _ = Glibc.kill(pid, SIGKILL)
    _ = wait()
  }

  /// Waits for its end, on a thread of the test's own.
  consuming func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// The status it ended with, or nil while it runs; once returned it may not be asked again.
  func poll() -> Int32? {
    var status: Int32 = 0
    return waitpid(pid, &status, WNOHANG) == pid ? status : nil
  }
}
