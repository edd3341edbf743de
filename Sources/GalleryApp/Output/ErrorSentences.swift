import Raster
import SourceItems
import TerminalUI

// The error messages of this program. Libraries describe their errors; options and commands of the
// program are added here.

extension SourceError {
  /// The description, or the options that the source does not support, or the name that was probably meant.
  ///
  /// - Parameter commands: the words that a person may have mistyped in place of a source; none by default.
  package func sentence(beside commands: [String] = []) -> String {
    switch self {
    case .notFound(let path):
      Self.name(like: path, or: commands).map { "\(path): no such file or folder. \($0)" }
        ?? description
    case .countWithoutTemplate(let source):
      Credentials.removed(from: source)
        + ": --count and --first go with the demo or a URL template with {index}."
    default: description
    }
  }

  private static func name(like path: String, or commands: [String]) -> String? {
    if !path.contains("/"), let command = NearestName.nearest(to: path, among: commands) {
      return "Did you mean the command 'filmstrip \(command)'?"
    }
    return NearestFile.path(like: path).map { "Did you mean '\($0)'?" }
  }
}

extension TerminalError {
  /// The description, with the option that needs no terminal.
  package var sentence: String {
    guard case .notATerminal = self else { return description }
    return "\(description), or use --script to run without one"
  }
}
