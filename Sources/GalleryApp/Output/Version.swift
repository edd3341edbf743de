import Archives
import ImageDecoding
import ImageLoading
import ListSources
import LocalPictures

/// The version for people who build the program or report bugs.
package enum Version {
  package static let number = "0.1.0"

  /// The answer to arguments that only ask for the version; nil for others.
  ///
  /// The argument parser would first search all conformances of the program for each kind of option: nine tenths of the
  /// instructions of such a run.
  package static func answer(to arguments: [String]) -> String? {
    if arguments == ["--version"] { return number }
    return Set(arguments) == ["--version", "--verbose"] ? all : nil
  }

  /// The version number, and a line for each format: its library, or that it is not in this build.
  ///
  /// SVG and videos need programs, which may be installed.
  private static var all: String {
    let formats = BuiltFormat.all.map { ($0.name, $0.isBuilt ? $0.library ?? "built in" : nil) }
    let archives = ArchivedFile.library ?? "install \(ArchivedFile.package)"
    let databases = DatabaseFile.library ?? "install \(DatabaseFile.package)"
    let drawings =
      SVGTool(in: .environment).map { "drawn by \($0.path)" } ?? "install \(SVGTool.package)"
    let posters =
      PosterTool.installed.map { "posters by \($0.path)" }
      ?? "install ffmpegthumbnailer or ffmpeg"
    let others: [(String, String?)] = [
      ("SVG", drawings), ("zip", archives), ("SQLite", databases), ("video", posters),
    ]
    return (formats + others).reduce("filmstrip \(number)") { text, format in
      let padding = String(repeating: " ", count: max(1, 8 - format.0.count))
      return text + "\n  " + format.0 + padding + (format.1 ?? "not in this build")
    }
  }
}
