import FoundationEssentials
import Glibc

/// The folders in which programs are searched for.
package struct SearchPath: Sendable {
  private let folders: [String]

  /// The folders in the environment.
  package static let environment = SearchPath(
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")

  /// Parses a list such as `PATH`.
  ///
  /// Only absolute folders count, because a folder of pictures may contain any program.
  package init(_ list: String) {
    folders = list.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
  }

  /// The path of the first program with a name; nil if none is installed.
  package func program(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }
}
