import ImageDecoding
import ImageLoading
import ImageSources
import Raster
import TerminalUI

// The sentences for the person at this program. Libraries describe their errors; what names an
// option or a command of the program is added here.

extension ImageError {
  /// The description, and the command that makes a build with the missing format.
  package var sentence: String {
    guard case .decoding(.formatNotBuilt(let format)) = self else { return description }
    return "\(description); `make build FORMATS=\(format.lowercased())` has it"
  }
}

extension SourceError {
  /// The description, or the options that the source does not take.
  package var sentence: String {
    switch self {
    case .countWithoutTemplate(let source):
      Credentials.removed(from: source)
        + ": --count and --first go with the demo or a URL template with {index}."
    case .archivesNotBuilt: "\(description) One from `make build FORMATS=archives` does."
    default: description
    }
  }
}

extension TerminalError {
  /// The description, and the option that needs no terminal.
  package var sentence: String {
    guard case .notATerminal = self else { return description }
    return "\(description), or use --script to run without one"
  }
}
