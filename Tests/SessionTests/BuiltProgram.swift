import Foundation
import Glibc
import TestSupport
import Testing

/// The program that was built, and how to run it to its end.
enum BuiltProgram {
  /// From `FILMSTRIP_BINARY`, or the debug build.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["FILMSTRIP_BINARY"] { return path }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../.build/debug/filmstrip").standardized.path
  }()

  /// The program of the benchmarks and the laboratory, which is built beside it.
  static let lab = path + "-lab"

  /// An environment in which nothing of the machine's shows: no proxy, one locale.
  static func environment(term: String = "xterm-256color") -> [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": NSTemporaryDirectory(), "TERM": term,
      "XDG_CACHE_HOME": NSTemporaryDirectory() + "filmstrip-caches-\(getpid())",
      "LANG": "C.UTF-8", "COLORTERM": "truecolor", "PS1": "prompt> ",
    ]
  }

  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs it without a terminal and without standard input, and waits for its end.
  ///
  /// - Parameters:
  ///   - program: another program to run, by its path.
  ///   - more: what its environment has besides.
  static func run(
    _ arguments: [String], of program: String = path, environment more: [String: String] = [:]
  ) async throws -> Outcome {
    let folder = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let child = try Child(
      [program] + arguments, output: folder + "/out", errors: folder + "/err",
      environment: environment().merging(more) { $1 })
    var status: Int32?
    _ = try await eventually {
      status = child.poll()
      return status != nil
    }
    if status == nil { child.stop() }
    return Outcome(
      status: try #require(status, "\(arguments) did not end"),
      output: try String(contentsOfFile: folder + "/out", encoding: .utf8),
      errors: try String(contentsOfFile: folder + "/err", encoding: .utf8))
  }
}

/// Polls until a condition holds or the deadline has passed.
///
/// - Returns: whether it held.
func eventually(
  within limit: Duration = patience, _ condition: () async throws -> Bool
) async throws -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  while clock.now < deadline {
    if try await condition() { return true }
    // A pause between two looks, not a wait for a result: how often, not how long.
    try await clock.sleep(for: .milliseconds(20))
  }
  return try await condition()
}
