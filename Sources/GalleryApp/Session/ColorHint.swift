import FoundationEssentials
import Glibc
import Raster

/// The hint for a person whose pictures are dithered because ssh did not pass `COLORTERM` on.
enum ColorHint {
  static let text = "dithered; if the terminal has more colors: export COLORTERM=truecolor"

  /// The hint, once for each person.
  ///
  /// - Parameters:
  ///   - depth: the colors in which pictures are shown.
  ///   - environment: the variables of the process.
  ///   - folder: keeps a file that says that the person has seen the hint; nil for no hint.
  static func firstText(
    at depth: ColorDepth, environment: [String: String], folder: String?
  ) -> String? {
    func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    // Within tmux on this machine, `TMUX` is set, and all colors are used.
    guard depth == .indexed256, environment["TERM"]?.hasPrefix("tmux") == true,
      !["TMUX", "COLORTERM", "NO_COLOR"].contains(where: has), let folder,
      isNew(folder + "/color-hint")
    else { return nil }
    return text
  }

  /// Whether a file did not exist and does now.
  private static func isNew(_ path: String) -> Bool {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }
}
