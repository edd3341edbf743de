import ArgumentParser
import GalleryCore
import Raster

/// A session without a terminal, and what is written when leaving.
struct HeadlessOptions: ParsableArguments {
  @Option(help: "Write a JSON report to this file when leaving; - for standard output.")
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Write a line of JSON to this file for every load that has ended.", valueName: "file"))
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Play keys without a terminal: down up pgdn home … or one character, *N times, @HZ; wait:MS idle resize:CxR quit.",
      valueName: "keys"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Size of the screen that --script draws on (default: 80x24).", valueName: "CxR"))
  var size: CellSize?

  @Flag(help: "Print the last frame of a --script as text.")
  var dump = false

  func validate() throws {
    if script == nil, size != nil || dump {
      throw ValidationError("--size and --dump go with --script")
    }
    if trace == "-" {
      throw ValidationError("--trace takes a file; standard output is for pictures and the report")
    }
    do { _ = try parsedScript() } catch { throw ValidationError("--script \(error)") }
  }

  func parsedScript() throws(ScriptError) -> Script? {
    guard let script else { return nil }
    return try Script(script)
  }
}
