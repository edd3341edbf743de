import Raster
import SourceItems
import TerminalUI

// The error messages of this program. Libraries describe their errors; options and commands of the
// program are added here.

extension SourceError {
  /// The description, or the options that the source does not support.
  package var sentence: String {
    switch self {
    case .countWithoutTemplate(let source):
      Credentials.removed(from: source)
        + ": --count and --first go with the demo or a URL template with {index}."
    default: description
    }
  }
}

extension TerminalError {
  /// The description, with the option that needs no terminal.
  package var sentence: String {
    guard case .notATerminal = self else { return description }
    return "\(description), or use --script to run without one"
  }
}
