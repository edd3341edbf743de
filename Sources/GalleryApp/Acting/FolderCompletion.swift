import FoundationEssentials
import Glibc
import SourceItems

/// The folders that a person may mean, while typing one.
enum FolderCompletion {
  /// The most folders that are offered.
  private static let most = 200

  /// The path of a folder as typed: `~` is the home folder.
  static func path(of text: String) -> [UInt8] {
    FileLocation.absolute(Array(expanded(text).utf8))
  }

  /// The folders whose paths begin with a text, in the order of their names; hidden ones only if the text says so.
  ///
  /// - Complexity: O(entries of the folder).
  static func folders(from text: String) -> [String] {
    let start = text.lastIndex(of: "/").map { text[...$0] } ?? ""
    let beginning = text[start.endIndex...]
    let folder = expanded(start.isEmpty ? "." : String(start))
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return []
    }
    return names.lazy.filter { $0.hasPrefix(beginning) && ($0.first != "." || !beginning.isEmpty) }
      .filter { isFolder("\(folder)/\($0)") }
      .prefix(most).sorted().map { "\(start)\($0)/" }
  }

  private static func expanded(_ text: String) -> String {
    guard text == "~" || text.hasPrefix("~/"), let home = getenv("HOME") else { return text }
    return String(cString: home) + text.dropFirst()
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
