/// The characters that pictures are drawn with; the raw values are those of `--symbols`.
package enum SymbolSet: String, CaseIterable, Hashable, Sendable {
  case half, quadrant, sextant, braille, ascii

  /// The pixels of a picture that one cell shows, at most.
  package var pixelsPerCell: PixelSize {
    switch self {
    case .half: PixelSize(width: 1, height: 2)
    case .quadrant: PixelSize(width: 2, height: 2)
    case .sextant: PixelSize(width: 2, height: 3)
    case .braille, .ascii: PixelSize(width: 2, height: 4)
    }
  }
  /// The next of them, for a key that goes through all.
  package var next: SymbolSet {
    switch self {
    case .half: .quadrant
    case .quadrant: .sextant
    case .sextant: .braille
    case .braille: .ascii
    case .ascii: .half
    }
  }
}
