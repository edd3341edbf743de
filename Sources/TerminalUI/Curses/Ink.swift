import CNcursesw
import Raster

/// Two colours as ncurses knows them: the number of a colour pair.
struct Ink {
  var pair: Int32
  /// True when the pair holds the two colours the other way round.
  ///
  /// One pair serves both ways, because half of them suffice and few terminals have many: a half
  /// block is drawn as the opposite half, other glyphs are drawn reversed.
  var isSwapped: Bool
}

/// Finds the colour pair for a foreground and a background.
protocol InkSource {
  /// The depth of what it finds.
  var depth: ColorDepth { get }

  /// Called before a frame that may need so many inks; what the screen shows now is kept.
  mutating func makeRoom(for cells: Int, keeping shown: UnsafeBufferPointer<cchar_t>)

  /// The pair for two colours, or for the nearest that can be shown; it is never one that is on the
  /// screen with other colours.
  mutating func ink(foreground: Color, background: Color) -> Ink
}
