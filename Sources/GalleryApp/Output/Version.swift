import Archives
import CBuildInfo
import ImageDecoding
import ImageLoading
import ListSources
import LocalPictures

/// The version for people who build the program or report bugs.
package enum Version {
  package static let number = "0.2.0"

  /// The program's name, the version number and the commit, such as `filmstrip 0.2.0 (34cce9306f1c)`.
  ///
  /// A build that knows no commit has none: without git, or by `swift build` alone.
  ///
  /// - Parameter program: the name of the program.
  package static func line(for program: String) -> String {
    line(for: program, commit: String(cString: build_info_commit()))
  }

  static func line(for program: String, commit: String) -> String {
    "\(program) \(number)" + (commit.isEmpty ? "" : " (\(commit))")
  }

  /// The answer to arguments that only ask for the version; nil for others.
  ///
  /// The argument parser would first search all conformances of the program for each kind of option: nine tenths of the
  /// instructions of such a run.
  package static func answer(to arguments: [String]) -> String? {
    if arguments == ["--version"] { return line(for: "filmstrip") }
    return Set(arguments) == ["--version", "--verbose"] ? all : nil
  }

  /// The version number, and a line for each format: its library or program, or the package to install.
  private static var all: String {
    let formats = InstalledFormat.all.map { ($0.name, $0.reader.words) }
    let archives = ArchivedFile.library ?? "install \(ArchivedFile.package)"
    let databases = DatabaseFile.library ?? "install \(DatabaseFile.package)"
    let drawings =
      SVGTool(in: .environment).map { "drawn by \($0.path)" } ?? "install \(SVGTool.package)"
    let posters =
      PosterTool.installed.map { "posters by \($0.path)" }
      ?? "install ffmpegthumbnailer or ffmpeg"
    let others = [
      ("SVG", drawings), ("zip", archives), ("SQLite", databases), ("video", posters),
    ]
    return (formats + others).reduce(line(for: "filmstrip")) { text, format in
      let padding = String(repeating: " ", count: max(1, 8 - format.0.count))
      return text + "\n  " + format.0 + padding + format.1
    }
  }
}

extension InstalledFormat.Reader {
  fileprivate var words: String {
    switch self {
    case .builtIn: "built in"
    case .library(let library): library
    case .missing(let package): "install \(package)"
    case .unknownVersion(let library, let package):
      "\(library) is too old or too new: install \(package)"
    }
  }
}
