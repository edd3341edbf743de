import ArgumentParser
import GalleryCore
import Glibc
import PrefetchLab

/// The laboratory's question, put to the program itself.
struct BenchScroll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Play a trace in real time, over a link that the server imitates.",
    discussion: """
      Prints what the trace came to, run by run, and what the laboratory says it comes to. A run lasts \
      as long as the trace.
      """)

  @Option(help: "A trace of the laboratory, or a file that --record wrote.")
  var trace = "held-arrow"

  @Option(help: "One of \(Link.library.map(\.name).joined(separator: ", ")).")
  var link = "lte"

  @Option(help: "The policy.")
  var prefetch = PolicyChoice.adaptive

  @Option(help: "What sizes, latencies and the trace are drawn from.")
  var seed: UInt64 = 1

  @OptionGroup var repetition: RunOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Leave with 1 if the laboratory does not agree.")
  var check = false

  func validate() throws {
    guard Link.library.contains(where: { $0.name == link }) else {
      throw ValidationError("--link takes \(Link.library.map(\.name).joined(separator: ", "))")
    }
  }

  func run() throws {
    guard let link = Link.library.first(where: { $0.name == link }) else { return }
    let run = ScrollRun(trace: try scrollTrace(), link: link, policy: prefetch, seed: seed)
    var outcomes: [Outcome] = []
    for number in 1...repetition.runs {
      try announce(number, of: run.trace)
      outcomes.append(try run.measure())
    }
    guard let report = ScrollReport(run, runs: outcomes) else { return }
    try StandardOutput.write(json ? report.json() : report.table)
    // Not by the usual way: libraries' exit handlers may race with threads that are still loading.
    Exit.leave(by: .status(check && !report.agrees ? 1 : 0))
  }

  private func scrollTrace() throws -> ScrollTrace {
    if let trace = try ScrollTrace.library(seed: seed).first(where: { $0.name == trace }) {
      return trace
    }
    return ScrollTrace(name: trace, recording: try SessionRecording(path: trace, option: "--trace"))
  }

  /// For a person who waits.
  private func announce(_ number: Int, of trace: ScrollTrace) throws {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let seconds = Int(trace.recording.end / .seconds(1))
    StandardOutput.complain("run \(number) of \(repetition.runs): \(seconds) s")
  }
}
