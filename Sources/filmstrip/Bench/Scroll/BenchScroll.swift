import ArgumentParser
import GalleryCore
import Glibc
import PrefetchLab
import Prefetching

/// The laboratory's question, put to the program itself.
struct BenchScroll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Play a trace in real time, over a link that the server imitates.",
    discussion: """
      Prints what the trace came to, run by run, and what the laboratory says it comes to. A run lasts \
      as long as the trace.
      """)

  @Option(
    help: """
      slow-reading, held-arrow, page-by-page, fling-and-stop, reversal, home-end, random-seek, \
      mixed-session, or a file that --record wrote.
      """)
  var trace = "held-arrow"

  @Option(help: "One of \(Link.library.map(\.name).joined(separator: ", ")).")
  var link = "lte"

  @Option(help: "off, static, uikit, texture, arkui or adaptive.")
  var prefetch = PrefetchPolicyName.adaptive

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
    // A proxy would be asked for what is on the loopback.
    unsetenv("http_proxy")
    let run = ScrollRun(trace: scrollTrace, link: link, policy: prefetch, seed: seed)
    var outcomes: [Outcome] = []
    for number in 1...repetition.runs {
      announce(number, of: run.trace)
      outcomes.append(try run.measure())
    }
    guard let report = ScrollReport(run, runs: outcomes) else { return }
    try StandardOutput.write(json ? report.json() : report.table)
    Exit.leave(by: .status(check && !report.agrees ? 1 : 0))
  }

  private var scrollTrace: ScrollTrace {
    do throws(RecordingError) {
      let library = try ScrollTrace.library(seed: seed)
      if let trace = library.first(where: { $0.name == trace }) { return trace }
      let recording = try SessionRecording(path: trace, option: "--trace")
      return ScrollTrace(name: trace, recording: recording)
    } catch {
      Exit.fail(.noInput, error)
    }
  }

  /// For a person who waits.
  private func announce(_ number: Int, of trace: ScrollTrace) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let seconds = Int(trace.recording.end / .seconds(1))
    StandardOutput.complain("run \(number) of \(repetition.runs): \(seconds) s")
  }
}
