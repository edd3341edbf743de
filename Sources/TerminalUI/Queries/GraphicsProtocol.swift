/// How pictures are sent to a terminal as pixels.
package enum GraphicsProtocol: String, CaseIterable, Hashable, Sendable {
  /// Not at all: they are drawn with characters.
  case none = "symbols"
  /// The kitty graphics protocol, placed by Unicode placeholders.
  case kitty
  /// DEC sixel.
  case sixel
}
