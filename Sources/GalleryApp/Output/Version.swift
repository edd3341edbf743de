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
    return (formats + others).reduce("filmstrip \(number)") { text, format in
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
