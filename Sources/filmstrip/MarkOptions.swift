import ArgumentParser
import GalleryApp

/// The options for marked pictures, which are printed when the program is left.
struct MarkOptions: ParsableArguments {
  @Flag(help: "Ask for marked pictures: leaving without any ends with 1, Q with 2.")
  var select = false

  @Flag(help: "Ask for one picture: Enter leaves with it. Leaving without ends with 1, Q with 2.")
  var selectOne = false

  @Flag(help: "End each printed picture with a zero byte, as find -print0 does, for xargs -0.")
  var print0 = false

  @Flag(
    help: """
      Print pictures of CSV, TSV and JSON lists as their rows there, with a table's header first.
      """)
  var printRows = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write the marked pictures to this file, not to standard output.", valueName: "file"),
    completion: .file())
  var chooserFile: String?

  @Flag(help: "Begin at the first picture, and forget the marks of a session that was killed.")
  var fresh = false

  /// Whether marked pictures are expected on standard output.
  var usesStandardOutput: Bool {
    chooserFile == nil && (select || selectOne || print0 || printRows)
  }

  func validate() throws {
    if select, selectOne {
      throw ValidationError("--select and --select-one contradict each other")
    }
    if let chooserFile, ["", "-"].contains(chooserFile) {
      throw ValidationError(
        "--chooser-file takes a file; without it marked pictures go to standard output")
    }
  }

  func apply(to marking: inout SessionConfiguration.Marking) {
    marking.needsOne = select || selectOne
    marking.takesOne = selectOne
    marking.endsWithZero = print0
    marking.printsRows = printRows
    marking.file = chooserFile
    marking.isFresh = fresh
  }
}
