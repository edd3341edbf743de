import ArgumentParser
import FrameProfiling
import GalleryApp
import Glibc
import Raster
import Recordings
import TerminalRelay
import TerminalUI

/// The command that profiles another program.
struct Profile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the frames of any terminal program.",
    usage: "filmstrip profile [<options>] -- <command> ...",
    discussion: """
      The command runs on a pseudo-terminal of its own; keys and output pass through unchanged. A report follows when \
      it has ended: how long keys take to the first byte, to the last and until the terminal has shown them; bytes, and \
      what Filmstrip's own encoder would need; clears, torn states and the slowest frames.

        filmstrip profile -- vim README.md
        filmstrip profile --link 1mbit,80ms -- htop
        filmstrip profile --hud /dev/pts/3 -- htop
        filmstrip profile --no-terminal --keys 'down*60@30 q' -- less README.md

      A frame is a synchronized update (mode 2026), or else what ends with a silence of 2 ms. A pseudo-terminal shows \
      when a program writes, not how long the terminal draws.

      Figures for --fail-if: seconds, frames.{count, shown, synchronized, with_graphics, clears, full_repaints, torn, torn_blank, \
      torn_half_drawn, late, late_by_program, late_by_link, late_by_terminal, hitch_ms_per_s}, \
      frames.{present_ms, total_ms, bytes, writes, cells_changed, cells_written}.{p50, p99, max}, \
      bytes.{written, needed, waste_ratio}, keys.{count, answered, overlapping}, \
      keys.{first_byte_ms, settled_ms, shown_ms, program_ms, link_ms, terminal_ms}.{p50, p99, max}.

      The exit status is the command's own (128 and the number of the signal that ended it; 0 if it was hung up after \
      the last key), or 1 if a --fail-if holds.
      """)

  @Option(
    help: ArgumentHelp(
      "Shape the way to the terminal: a rate, a round-trip time or both, as 1mbit,80ms.",
      valueName: "link"),
    transform: { try LinkShape($0) })
  var link: LinkShape?

  @Option(
    help: ArgumentHelp(
      "Type these keys, then hang the command up: down up pgdn home … or one character, *N times, @HZ; wait:MS idle resize:CxR.",
      valueName: "keys"))
  var keys: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run in a terminal in memory of columns x rows, as --no-terminal does (80x24).",
      valueName: "CxR"),
    transform: CellSize.inMemory)
  var size: CellSize?

  @Flag(
    help: """
      Run in a terminal in memory, which shows nothing and passes no input on. Without --keys it runs until the command \
      ends, or Ctrl-C.
      """)
  var noTerminal = false

  @Option(
    help: ArgumentHelp(
      "Show the figures meanwhile on another terminal: type tty; sleep 1d there, and give the path that it prints.",
      valueName: "tty"), completion: .file())
  var hud: String?

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write Chrome trace events to this file, which ui.perfetto.dev opens.", valueName: "file"),
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Fail (1) if a figure of the JSON report compares so, as 'frames.present_ms.p99 > 2' (repeatable).",
      valueName: "condition"))
  var failIf: [String] = []

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command and its arguments.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    guard let first = command.first, !first.isEmpty else {
      throw ValidationError("name the command after --, as in: filmstrip profile -- vim README.md")
    }
    if let hud, hud.isEmpty { throw ValidationError("--hud takes the path of a terminal") }
    if let trace, trace.isEmpty || trace == "-" { throw ValidationError("--trace takes a file") }
    try checkKeys()
    do {
      for text in failIf { try FailureCondition(text).checkName(among: ProfileReport.names) }
    } catch {
      throw ValidationError("--fail-if \(error)")
    }
  }

  private func checkKeys() throws {
    let script: Script?
    do { script = try keys.map(Script.init) } catch { throw ValidationError("--keys \(error)") }
    let resizes = script?.steps.contains { if case .resize = $0 { true } else { false } }
    if resizes == true, headlessSize == nil {
      throw ValidationError(
        "--keys resize: your terminal has its own size; add --no-terminal or --size")
    }
  }

  func run() throws {
    do {
      let output = try trace.map { try OutputFile(path: $0, option: "--trace") }
      let session = try ProfileSession(sessionConfiguration)
      if headlessSize != nil, keys == nil, isatty(STDERR_FILENO) == 1 {
        StandardOutput.complain("the command runs unseen until it ends, or Ctrl-C; --keys types")
      }
      let (ending, report) = session.run()
      if case .signal(let signal) = ending {
        // The report tells what was measured so far. After a hangup it may have no reader.
        try? write(report, trace: output)
        Exit.leave(by: .signal(signal))
      }
      let status = ending.exitStatus ?? EXIT_SUCCESS
      if case .command(.refused(let reason)) = ending {
        StandardOutput.complain("\(command[0]): \(String(cString: strerror(reason)))")
        Exit.leave(by: .status(status))
      }
      try write(report, trace: output)
      let failures = try failIf.map(FailureCondition.init).compactMap { condition in
        condition.failure(at: report.value(of: condition.name))
      }
      for failure in failures { StandardOutput.complain("--fail-if: \(failure)") }
      Exit.leave(by: .status(failures.isEmpty ? status : Exit.Status.failure.rawValue))
    } catch let error as TerminalError {
      Exit.fail(.unavailable, "\(error), or add --no-terminal")
    } catch let error as PanelTerminal.Fault {
      Exit.fail(.usage, "--hud \(error)")
    } catch let error as RelayError {
      Exit.fail(.unavailable, error)
    } catch let error as OutputError {
      Exit.fail(.cannotCreate, error)
    }
  }

  /// Writes the trace and then the report, each even if the other can't be written.
  private func write(_ report: ProfileReport, trace: OutputFile?) throws {
    let traced = Result { try trace?.write(report.trace.json([]).utf8) }
    try StandardOutput.write(json ? report.json.json() : report.text)
    try traced.get()
  }

  /// The size of the terminal in memory; nil for the person's terminal.
  private var headlessSize: CellSize? {
    size ?? (noTerminal ? CellSize(columns: 80, rows: 24) : nil)
  }

  private var sessionConfiguration: ProfileConfiguration {
    get throws {
      var configuration = ProfileConfiguration(command: command)
      configuration.headlessSize = headlessSize
      configuration.link = link
      configuration.keys = try keys.map(Script.init)
      configuration.panelPath = hud
      return configuration
    }
  }
}

extension CellSize {
  /// Parses the size of a terminal in memory.
  ///
  /// - Throws: the expected form, if the text does not match it.
  fileprivate static func inMemory(_ text: String) throws -> CellSize {
    let (columns, rows) = (modeledColumns, modeledRows)
    guard let size = CellSize(text), columns.contains(size.columns), rows.contains(size.rows) else {
      throw ValidationError(
        """
        it takes columns x rows, such as 80x24: \(columns.lowerBound) to \(columns.upperBound) and \
        \(rows.lowerBound) to \(rows.upperBound)
        """)
    }
    return size
  }
}
