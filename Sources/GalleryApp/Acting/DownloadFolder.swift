import CacheFiles
import FoundationEssentials

/// The person's folder for downloads, as the desktop knows it (xdg-user-dirs).
enum DownloadFolder {
  /// The most bytes of the desktop's file that are read.
  private static let mostBytes = 1 << 16

  /// The path, or `~/Downloads` without a desktop's choice.
  ///
  /// - Parameter environment: the variables of the process.
  static func path(environment: [String: String]) -> String {
    let file = BaseFolder.configuration.path(of: "user-dirs.dirs", environment: environment)
    let text = file.flatMap { FileManager.default.contents(atPath: $0) }.map {
      String(decoding: $0.prefix(mostBytes), as: UTF8.self)
    }
    return text.flatMap { chosen(in: $0, home: environment["HOME"] ?? "") } ?? "~/Downloads"
  }

  /// The path in the desktop's file: `XDG_DOWNLOAD_DIR="$HOME/Downloads"`, or an absolute one.
  static func chosen(in text: String, home: String) -> String? {
    let beginning = "XDG_DOWNLOAD_DIR=\""
    let line = text.split(whereSeparator: \.isNewline).last { $0.hasPrefix(beginning) }
    guard let value = line?.dropFirst(beginning.count), value.last == "\"" else { return nil }
    let path = value.dropLast().replacing("$HOME", with: home, maxReplacements: 1)
    return path.hasPrefix("/") ? String(path) : nil
  }
}
