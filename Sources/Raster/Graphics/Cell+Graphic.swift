/// Parts of graphics as the encoder sends them, with a style that says how.
///
/// Glyph and place are those of `Cell.init(graphic:column:row:)`; the style is outside the range of
/// characters. A part without such a style was not prepared for a terminal, and is sent as a
/// replacement character.
extension Cell {
  private static var placeholder: Style { Style(rawValue: 1 << 16) }
  private static var follower: Style { Style(rawValue: 1 << 17) }
  private static var strip: Style { Style(rawValue: 1 << 18) }

  /// A placeholder of the kitty protocol that names its part.
  ///
  /// - Parameter id: the terminal's name for the graphic, below 2^24.
  package static func placeholder(_ id: UInt32, column: Int, row: Int) -> Cell {
    part(id, column, row, placeholder)
  }

  /// The placeholder of the next column in the same row, without marks of its own.
  ///
  /// It differs from a placeholder that names its part, so that it is sent again when its left
  /// neighbor is gone.
  package static func follower(_ id: UInt32, column: Int, row: Int) -> Cell {
    part(id, column, row, follower)
  }

  /// A part of a strip, which is sent as one.
  package static func strip(_ id: UInt32, column: Int, row: Int) -> Cell {
    part(id, column, row, strip)
  }

  /// True for placeholders, followers, and strips.
  @inlinable
  @inline(__always)
  package var isSendableGraphic: Bool { isGraphic && style.rawValue >> 16 != 0 }

  @inlinable package var isFollower: Bool { style.rawValue == 1 << 17 }

  @inlinable package var isStrip: Bool { style.rawValue == 1 << 18 }

  /// True for a part whose left neighbor in its graphic is another cell.
  @inlinable
  @inline(__always)
  package func continues(_ other: Cell) -> Bool {
    other.isGraphic && other.foreground.rawValue == foreground.rawValue
      && other.background.rawValue &+ 1 == background.rawValue
  }

  private static func part(_ id: UInt32, _ column: Int, _ row: Int, _ style: Style) -> Cell {
    var cell = Cell(graphic: id, column: column, row: row)
    cell.style = style
    return cell
  }
}
