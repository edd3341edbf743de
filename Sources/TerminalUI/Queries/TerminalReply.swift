import Raster

/// Something that a terminal says of itself, or answers.
///
/// Numbers and text are bounded and text is printable ASCII; what they mean is still the
/// terminal's word.
package enum TerminalReply: Hashable, Sendable {
  /// DA1: the level of the terminal, then what it has; 4 is sixel.
  case attributes([Int])
  /// DA2: a number that stands for the make, its version, one more.
  case secondaryAttributes([Int])
  /// XTVERSION: name and version, at most 64 characters.
  case version(String)
  /// The kitty graphics protocol: `OK`, or an error, about a picture; at most 128 characters.
  case graphics(id: UInt32, message: String)
  /// DSR 5: whether the terminal is well or not, it has taken everything before the question.
  case operatingStatus
  /// DSR 6: where the cursor is, both from 1; a reply only while it is asked for.
  case cursor(row: Int, column: Int)
  /// DECRPM: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset.
  case mode(Int, setting: Int)
  /// The text area in pixels.
  case textArea(PixelSize)
  /// A cell in pixels.
  case cellSize(PixelSize)
  /// The default background.
  case background(Color)
  /// The window has, or has no longer, the keyboard.
  case focus(Bool)
}
