import Raster
import TerminalRelay

@testable import FrameProfiling

/// A session in virtual time: what a program writes, what a person presses, and a terminal that answers.
struct Transcript {
  private(set) var profiler: StreamProfiler
  /// The bytes that have reached the program.
  private(set) var input: [UInt8] = []
  /// The number of queries after frames.
  private(set) var queries = 0

  init(columns: Int = 40, rows: Int = 10) throws {
    let size = CellSize(columns: columns, rows: rows)
    profiler = StreamProfiler(
      screen: try EmulatedTerminal(size: size), size: size, encoder: DirectEncoding())
  }

  var frames: [ProfiledFrame] { profiler.recorder.frames }
  var keys: [ProfiledKey] { profiler.recorder.keys }

  /// The program writes.
  mutating func write(_ text: String, at milliseconds: Double) {
    write(Array(text.utf8), at: milliseconds)
  }

  mutating func write(_ bytes: [UInt8], at milliseconds: Double) {
    advance(to: milliseconds)
    profiler.read(bytes, at: .milliseconds(milliseconds))
    askAndDeliver(bytes.count, at: milliseconds)
  }

  /// Time passes; what was over before now is over at its time.
  mutating func advance(to milliseconds: Double) {
    while let due = profiler.deadline, due <= .milliseconds(milliseconds) {
      profiler.advance(to: due)
      input += profiler.pass([], at: due)
      askAndDeliver(0, at: due / .milliseconds(1))
    }
  }

  /// The terminal sends keys or answers.
  mutating func send(_ text: String, at milliseconds: Double) {
    advance(to: milliseconds)
    let passed = profiler.pass(Array(text.utf8)[...], at: .milliseconds(milliseconds))
    profiler.inputDelivered(
      passed, pressedAt: .milliseconds(milliseconds), at: .milliseconds(milliseconds))
    input += passed
  }

  mutating func forgetQueries() { profiler.forgetQueries(before: 0) }

  mutating func resize(columns: Int, rows: Int) {
    profiler.resize(to: CellSize(columns: columns, rows: rows))
  }

  /// The report of the whole session.
  mutating func report(
    link: String? = nil, seconds: Double = 1, exitStatus: Int32? = 0
  ) -> ProfileReport {
    profiler.finish()
    let subject = ProfileReport.Subject(
      command: ["vim", "a\u{1B}b"], link: link, duration: .seconds(seconds),
      exitStatus: exitStatus)
    return ProfileReport(subject, profiler.recorder)
  }

  /// A link without delay.
  private mutating func askAndDeliver(_ count: Int, at milliseconds: Double) {
    profiler.delivered(count, at: .milliseconds(milliseconds))
    guard profiler.takeQuery(at: .milliseconds(milliseconds)) else { return }
    queries += 1
    profiler.delivered(StreamProfiler.query.count, at: .milliseconds(milliseconds))
  }
}

/// Screens of programs.
enum Page {
  static let home = "\u{1B}[H"
  static let clear = "\u{1B}[2J"
  static let updateStart = "\u{1B}[?2026h"
  static let updateEnd = "\u{1B}[?2026l"

  /// Rows of text from the cursor on, each of them full.
  static func rows(_ count: Int, of letter: Character, columns: Int = 39) -> String {
    Array(repeating: String(repeating: letter, count: columns), count: count)
      .joined(separator: "\r\n")
  }
}
