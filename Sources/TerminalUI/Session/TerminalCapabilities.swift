import Raster

/// What is known about a terminal.
package struct TerminalCapabilities: Hashable, Sendable {
  /// The terminfo entry in use: `TERM`, or xterm's for a terminal that has none but resembles it.
  package let name: String
  /// The most colours it shows.
  package let colors: ColorDepth
  /// False when the person's locale says that it does not speak UTF-8.
  package let isUTF8: Bool
  /// Erasing fills with the present background, says its terminfo entry; ncurses relies on it too.
  package var erasesWithBackground = false

  /// The characters that it is sent.
  package var charset: Charset { isUTF8 ? .utf8 : .ascii }
}
