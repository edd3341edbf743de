import Raster

/// Something a person did at the terminal: a key, or the mouse.
package enum Key: Hashable, Sendable {
  case up, down, left, right
  case pageUp, pageDown, home, end
  case enter, escape, backspace
  case character(Character)
  /// The control key with a lower-case letter.
  case control(Character)
  /// Notches of the wheel; positive is towards the end.
  case wheel(Int)
  case click(CellPoint)
  /// The second press of the button at a place, soon after the first, which was a click.
  case doubleClick(CellPoint)
}
