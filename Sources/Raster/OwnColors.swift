/// The colors that a terminal has reported: the person's choice, or their theme's.
package struct OwnColors: Hashable, Sendable {
  /// The default background.
  package var background: Color?
  /// The default foreground.
  package var text: Color?
  /// The colors 1, 2 and 3 of the palette.
  ///
  /// The bright variants are not used, because in Solarized they are grays.
  package var red: Color?
  package var green: Color?
  package var yellow: Color?

  package init() {}
}

extension OwnColors {
  /// The palette colors that are queried, by number.
  package static let numbers = [1, 2, 3]

  /// A color by its number in the palette; setting any other changes nothing.
  package subscript(number: Int) -> Color? {
    get {
      switch number {
      case 1: red
      case 2: green
      case 3: yellow
      default: nil
      }
    }
    set {
      switch number {
      case 1: red = newValue
      case 2: green = newValue
      case 3: yellow = newValue
      default: break
      }
    }
  }
}
