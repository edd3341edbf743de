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

  @Option(help: TraceChoice.help) var trace = TraceChoice.heldArrow

  @Option(help: Link.help) var link = Link.lte

  @Option(help: "How pictures are loaded ahead.") var prefetch = PrefetchPolicyName.adaptive

  @OptionGroup var chance: SeedOption

  @OptionGroup var repetition: RunOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Leave with 1 if the laboratory does not agree.")
  var check = false

  func run() throws {
    let run = ScrollRun(
      trace: trace.trace(seed: chance.seed), link: link, policy: prefetch, seed: chance.seed)
    var outcomes: [Outcome] = []
    for number in 1...repetition.runs {
      announce(number, of: run.trace)
      outcomes.append(try run.measure())
    }
    guard let report = ScrollReport(run, runs: outcomes) else { return }
    try StandardOutput.write(json ? report.benchJSON() : report.table)
    Exit.leave(by: .status(check && !report.agrees ? 1 : 0))
  }

  /// For a person who waits.
  private func announce(_ number: Int, of trace: ScrollTrace) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let seconds = Int(trace.recording.end / .seconds(1))
    StandardOutput.complain("run \(number) of \(repetition.runs): \(seconds) s")
  }
}
