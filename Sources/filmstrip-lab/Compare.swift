import ArgumentParser
import Benchmarks
import FrameProfiling
import GalleryApp
import Glibc
import Recordings

/// The command that compares two reports, or two programs that run in turn.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two reports, or two builds of Filmstrip that run in turn.",
    usage: "filmstrip-lab compare <a> <b> [<options>] [-- <argument> ...]",
    discussion: """
      Prints each figure's median in A and B, their ratio with an interval of 99 %, and a star where the change is \
      beyond noise. Of about a hundred figures that have not changed, one gets a star nevertheless.

        filmstrip-lab compare old.json new.json --fail-if 'frames.late > 2'
        filmstrip-lab compare ./old ./new --script 'idle G idle' -- ~/pictures

      Reports are those of --report, or of filmstrip profile --json. A folder holds a report per run; intervals need 5.

      With --script, A and B are programs that run in the order A B B A, after a run of each that is not counted. What \
      follows -- are their source and options. They share the disk cache, unless one is --no-disk-cache.

      The exit status is 1 if a --fail-if holds, 64 if it names no figure, 66 if A or B can't be read or run.
      """)

  @Argument(help: "The report, the folder of reports or the program to compare with.")
  var a: String

  @Argument(help: "The one that is compared.")
  var b: String

  @Option(
    help: ArgumentHelp("Run A and B with these keys, as filmstrip --script.", valueName: "keys"))
  var script: String?

  @Option(help: "Runs of each program, 5 to 100 (default: 10).")
  var runs: Int?

  @Option(help: "The seed of the intervals.")
  var seed: UInt64 = 1

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Fail (1) if a median of B compares so, as 'frames.present_ms.p99 > 2' (repeatable).",
      valueName: "condition"))
  var failIf: [String] = []

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The source and options of each run.", valueName: "argument"))
  var arguments: [String] = []

  func validate() throws {
    if script == nil, runs != nil || !arguments.isEmpty {
      throw ValidationError("--runs and what follows -- are for programs: add --script")
    }
    if let runs, !(RatioInterval.fewestRuns...100).contains(runs) {
      throw ValidationError("--runs takes \(RatioInterval.fewestRuns) to 100")
    }
    do { _ = try script.map(Script.init) } catch { throw ValidationError("--script \(error)") }
    do { _ = try failIf.map(FailureCondition.init) } catch {
      throw ValidationError("--fail-if \(error)")
    }
  }

  func run() throws {
    do {
      let benchmark = ComparisonBenchmark(
        before: a, after: b,
        play: script.map { .init(script: $0, arguments: arguments, runs: runs ?? 10) },
        conditions: try failIf.map(FailureCondition.init), seed: seed)
      let failures = try benchmark.run(asJSON: json)
      for failure in failures { StandardOutput.complain("--fail-if: \(failure)") }
      Exit.leave(by: .status(failures.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE))
    } catch let error as FailureCondition.Fault {
      Exit.fail(.usage, "--fail-if \(error)")
    } catch let error as ComparisonError {
      Exit.fail(.noInput, error)
    }
  }
}
