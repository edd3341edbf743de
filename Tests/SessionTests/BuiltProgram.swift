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
      "XDG_STATE_HOME": NSTemporaryDirectory() + "filmstrip-state-\(getpid())",
      "XDG_DATA_HOME": NSTemporaryDirectory() + "filmstrip-data-\(getpid())",
      "XDG_CONFIG_HOME": NSTemporaryDirectory() + "filmstrip-no-configuration",
      "LANG": "C.UTF-8", "COLORTERM": "truecolor", "PS1": "prompt> ", "no_proxy": "127.0.0.1",
    ]
  }

  struct Outcome {
    let ending: ChildProcess.Ending
    let output: String
    let errors: String

    var status: Int32? {
      if case .status(let status) = ending { status } else { nil }
    }
  }

  /// Runs it without a terminal and without standard input, and waits for its end.
  ///
  /// - Parameters:
  ///   - program: another program to run, by its path.
  ///   - more: the variables of its environment besides the usual ones.
  static func run(
    _ arguments: [String], of program: String = path, environment more: [String: String] = [:]
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let child = try ChildProcess(
      [program] + arguments, output: folder.path + "/out", errors: folder.path + "/err",
      environment: environment().merging(more) { $1 })
    return Outcome(
      ending: try child.wait(),
      output: try String(contentsOfFile: folder.path + "/out", encoding: .utf8),
      errors: try String(contentsOfFile: folder.path + "/err", encoding: .utf8))
  }
}
