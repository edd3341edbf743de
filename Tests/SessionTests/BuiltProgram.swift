import Foundation
import Testing

/// The program that was built, and how to run it to its end.
enum BuiltProgram {
  /// From `FILMSTRIP_BINARY`, or the release build.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["FILMSTRIP_BINARY"] { return path }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../.build/release/filmstrip").standardized.path
  }()

  /// An environment in which nothing of the machine's shows: no proxy, one locale.
  static func environment(term: String = "xterm-256color") -> [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": NSTemporaryDirectory(), "TERM": term,
      "LANG": "C.UTF-8", "COLORTERM": "truecolor", "PS1": "prompt> ",
    ]
  }

  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs it without a terminal and without standard input, and waits for its end.
  static func run(_ arguments: [String]) async throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment()
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let ended = AsyncStream<Int32> { continuation in
      process.terminationHandler = {
        continuation.yield($0.terminationStatus)
        continuation.finish()
      }
    }
    try process.run()
    async let out = text(of: output)
    async let err = text(of: errors)
    var status: Int32 = -1
    for await code in ended { status = code }
    return await Outcome(status: status, output: out, errors: err)
  }

  private static func text(of pipe: Pipe) async -> String {
    await withCheckedContinuation { continuation in
      let handle = pipe.fileHandleForReading
      DispatchQueue.global().async {
        let data = (try? handle.readToEnd()) ?? nil
        continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
      }
    }
  }
}

/// Polls until a condition holds or the deadline has passed.
///
/// - Returns: whether it held.
func eventually(
  within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
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
