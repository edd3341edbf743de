import ArgumentParser
import GalleryApp
import GalleryCore
import Raster
import Recordings

/// The options for a session without a terminal, and for the outputs written at the end.
struct HeadlessOptions: ParsableArguments {
  private static let usualSize = CellSize(columns: 80, rows: 24)

  @Option(
    help: "Write a JSON report to this file when leaving; - for standard output.",
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Write a line of JSON to this file for every load that has ended.", valueName: "file"),
    completion: .file())
  var loads: String?

  @Option(
    help: ArgumentHelp("Write a line of JSON to this file for every frame.", valueName: "file"),
    completion: .file())
  var frames: String?

  @Option(
    help: ArgumentHelp(
      "Write Chrome trace events to this file, which ui.perfetto.dev opens: frames, keys, loads.",
      valueName: "file"), completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Play keys without a terminal: down up pgdn home … or one character, *N times, @HZ; wait:MS idle resize:CxR quit.",
      valueName: "keys"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Write the pressed keys and their times to this file on exit, including text typed into prompts.",
      valueName: "file"), completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Play what --record wrote without a terminal: its keys at their times, on its screen, in its layout, if no other is given.",
      valueName: "file"), completion: .file())
  var replay: String?

  @Flag(help: "Play --replay on this terminal, at its size; Ctrl-C ends it.")
  var onTerminal = false

  @Flag(help: "Play --script or --replay without waiting: time stands still while pictures load.")
  var fast = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Columns x rows of the screen of --script or --replay, as 100x30 (default: \(Self.usualSize), or as recorded).",
      valueName: "CxR"))
  var size: CellSize?

  @Flag(help: "Print the last frame as text when leaving.")
  var dump = false

  /// The descriptor for `SessionNotices`.
  @Option(parsing: .unconditional, help: .hidden) var notify: Int?

  func validate() throws {
    if script == nil, replay == nil, size != nil || fast {
      throw ValidationError("\(fast ? "--fast" : "--size") goes with --script or --replay")
    }
    if onTerminal, replay == nil {
      throw ValidationError("--on-terminal goes with --replay")
    }
    if onTerminal, size != nil || fast {
      throw ValidationError(
        "--on-terminal plays at the terminal's size and at the recorded times: no --size, no --fast"
      )
    }
    if script != nil, replay != nil {
      throw ValidationError("--script and --replay contradict each other: both press the keys")
    }
    let files = [
      ("--loads", loads), ("--frames", frames), ("--trace", trace), ("--record", record),
    ]
    for (name, path) in files + [("--report", report)] where path?.isEmpty == true {
      throw ValidationError("\(name) takes a file")
    }
    if trace?.hasSuffix(".jsonl") == true {
      throw ValidationError("--trace writes Chrome trace events; JSON lines of loads are --loads")
    }
    for (name, path) in files where path == "-" {
      throw ValidationError("\(name) takes a file; standard output is for pictures and the report")
    }
    if let notify, !SessionNotices.canUse(notify) {
      throw ValidationError("--notify takes a descriptor above 2 that is open for writing")
    }
    do { _ = try parsedScript() } catch { throw ValidationError("--script \(error)") }
  }

  func apply(to configuration: inout SessionConfiguration) throws(ScriptError) {
    if let replay { configuration.input = .recording(path: replay, on: replayScreen) }
    if let script = try parsedScript() {
      configuration.input = .script(script, screen: size ?? Self.usualSize)
    }
    configuration.skipsWaits = fast
    configuration.outputs.report = report
    configuration.outputs.loads = loads
    configuration.outputs.frames = frames
    configuration.outputs.trace = trace
    configuration.outputs.record = record
    configuration.outputs.printsLastFrame = dump
    configuration.outputs.notices = notify.map(Int32.init)
  }

  private var replayScreen: SessionConfiguration.ReplayScreen {
    onTerminal ? .terminal : size.map { .inMemory($0) } ?? .recorded
  }

  private func parsedScript() throws(ScriptError) -> Script? {
    guard let script else { return nil }
    return try Script(script)
  }
}
