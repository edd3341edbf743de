import Foundation
import Glibc

/// The folders that Foundation makes for cookies and cached answers with the first configuration of a session.
///
/// It makes them even for an ephemeral configuration, whose storage is then replaced by none.
struct FoundationFolders {
  private let folders: [String]

  /// The folders of this process.
  init() {
    let files = FileManager.default
    let cookies = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
      .appendingPathComponent(
        URL(fileURLWithPath: Bundle.main.bundlePath).deletingPathExtension().lastPathComponent)
    let answers = files.urls(for: .cachesDirectory, in: .userDomainMask).first?
      .appendingPathComponent("org.swift.foundation.URLCache")
      .appendingPathComponent(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    folders = [cookies, answers].compactMap { $0?.path }
  }

  init(_ folders: [String]) { self.folders = folders }

  /// Calls a function, then removes the folders and parents that it has made, if they are empty.
  func removed<Result>(after body: () -> Result) -> Result {
    let missing = folders.flatMap(Self.missingFolders)
    let result = body()
    // Others may have come to use one: then it is not empty.
    for folder in missing { rmdir(folder) }
    return result
  }

  /// A folder and its parents as far as they do not exist, the innermost first.
  private static func missingFolders(of path: String) -> [String] {
    let parts = path.split(separator: "/")
    let paths = parts.indices.reversed().map { "/" + parts[...$0].joined(separator: "/") }
    return Array(paths.prefix { access($0, F_OK) != 0 })
  }
}
