import Archives
import ImageDecoding
import ImageLoading
import ImageSources

/// What the program says of itself, for people who build it and who report what is wrong.
package enum Version {
  package static let number = "0.1.0"

  /// The answer to arguments that ask for the version alone; nil for others.
  ///
  /// The parser, which answers `--version` beside other arguments, searches all conformances of the program for each
  /// kind of option first: nine tenths of the instructions of such a run.
  package static func answer(to arguments: [String]) -> String? {
    if arguments == ["--version"] { return number }
    return Set(arguments) == ["--version", "--verbose"] ? all : nil
  }

  /// The number, and a line for each format: the library that reads it, or that it is not in this build.
  ///
  /// SVG and videos have programs, which are installed or not.
  private static var all: String {
    let formats = BuiltFormat.all.map { ($0.name, $0.isBuilt ? $0.library ?? "built in" : nil) }
    let archives = ArchivedFile.isBuilt ? ArchivedFile.library ?? "built in" : nil
    let databases = DatabaseFile.library
    let drawings =
      SVGTool(in: .environment).map { "drawn by \($0.path)" } ?? "install \(SVGTool.package)"
    let posters =
      PosterTool.installed.map { "posters by \($0.path)" }
      ?? "install ffmpegthumbnailer or ffmpeg"
    let others = [
      ("SVG", drawings), ("zip", archives), ("SQLite", databases), ("video", posters),
    ]
    return (formats + others).reduce("filmstrip \(number)") { text, format in
      let padding = String(repeating: " ", count: max(1, 8 - format.0.count))
      return text + "\n  " + format.0 + padding + (format.1 ?? "not in this build")
    }
  }
}
