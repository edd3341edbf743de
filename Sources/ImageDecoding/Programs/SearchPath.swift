import FoundationEssentials
import Glibc

/// The folders in which programs are searched for.
package struct SearchPath: Sendable {
  private let folders: [String]

  /// The folders of the environment.
  package static let environment = SearchPath(
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")

  /// Takes a list such as `PATH`.
  ///
  /// Only absolute folders count: a folder of pictures may hold any program.
  package init(_ list: String) {
    folders = list.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
  }

  /// The path of the first program of a name; nil where none is installed.
  package func program(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }
}
