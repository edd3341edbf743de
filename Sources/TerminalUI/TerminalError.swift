import Glibc

/// The reason why there is no usable terminal; each description also says how to fix it.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No terminal can be opened: there is no controlling terminal, or no such device.
  case notATerminal(path: String, errno: Int32)
  /// Another job has the terminal: this program was started with `&`, or for a preview.
  case inBackground
  /// `TERM` is empty, or terminfo has no such entry and the name resembles no known one.
  case unknownTerminal(name: String)
  /// The entry exists but cannot place the cursor.
  case incapableTerminal(name: String)
  /// The system refused a descriptor or memory.
  case systemFailure(call: String, errno: Int32)

  package var description: String {
    switch self {
    case .notATerminal(let path, let errno):
      return "cannot open the terminal \(path) (\(Self.message(errno))): "
        + "start the program in a terminal window"
    case .inBackground:
      return "cannot draw in the background, as in a preview or after &: "
        + "start it in the foreground"
    case .unknownTerminal(let name):
      return "the terminal type \(name.isEmpty ? "TERM is not set" : "\"\(name)\" is unknown"): "
        + "set TERM=xterm-256color, or install the package ncurses-term"
    case .incapableTerminal(let name):
      return "a terminal of type \"\(name)\" cannot place the cursor: "
        + "use another terminal, or set TERM to what it really is"
    case .systemFailure(let call, let errno):
      return "the terminal could not be prepared: \(call): \(Self.message(errno))"
    }
  }

  /// The system's own words for an error number.
  private static func message(_ errno: Int32) -> String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}
