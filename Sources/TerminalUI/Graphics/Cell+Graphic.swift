import Raster

/// Parts of graphics as the encoder sends them, with a style that says how.
///
/// Glyph and place are those of `Cell.init(graphic:column:row:)`; the style lies beyond those of
/// characters. A part without such a style was never made ready for a terminal, and is sent as a
/// character that cannot be shown.
extension Cell {
  private static var placeholder: Style { Style(rawValue: 1 << 16) }
  private static var follower: Style { Style(rawValue: 1 << 17) }
  private static var strip: Style { Style(rawValue: 1 << 18) }

  /// A placeholder of the kitty protocol that names its part.
  ///
  /// - Parameter id: the terminal's name for the graphic, below 2^24.
  static func placeholder(_ id: UInt32, column: Int, row: Int) -> Cell {
    part(id, column, row, placeholder)
  }

  /// The placeholder of the next column in the same row, which takes its place from the one to its
  /// left.
  ///
  /// It differs from a placeholder that names its part, so that it is sent again when its left
  /// neighbor is gone.
  static func follower(_ id: UInt32, column: Int, row: Int) -> Cell {
    part(id, column, row, follower)
  }

  /// A part of a strip, which is sent as one.
  static func strip(_ id: UInt32, column: Int, row: Int) -> Cell {
    part(id, column, row, strip)
  }

  /// True for placeholders, followers, and strips.
  @inline(__always)
  var isSendableGraphic: Bool { isGraphic && style.rawValue >> 16 != 0 }

  var isFollower: Bool { style.rawValue == 1 << 17 }

  var isStrip: Bool { style.rawValue == 1 << 18 }

  /// True for a part whose left neighbor in its graphic is another cell.
  @inline(__always)
  func continues(_ other: Cell) -> Bool {
    other.isGraphic && other.foreground.rawValue == foreground.rawValue
      && other.background.rawValue &+ 1 == background.rawValue
  }

  private static func part(_ id: UInt32, _ column: Int, _ row: Int, _ style: Style) -> Cell {
    var cell = Cell(graphic: id, column: column, row: row)
    cell.style = style
    return cell
  }
}
