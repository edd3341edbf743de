/// The characters that pictures are drawn with; the raw values name them in options and cache keys.
///
/// In 24-bit color, half blocks show every pixel exactly and are the fastest to make. Quadrants show twice as many
/// pixels with a small error: seen through a blur of one cell, photographs gain 1.7 dB. Sextants add 1.0, octants 0.5.
/// With fewer colors each step gains 0.4 dB at most. Braille dots leave gaps.
package enum SymbolSet: String, CaseIterable, Hashable, Sendable {
  case half, quadrant, sextant, octant, braille, ascii

  /// The pixels of a picture that one cell shows, at most.
  package var pixelsPerCell: PixelSize {
    switch self {
    case .half: PixelSize(width: 1, height: 2)
    case .quadrant: PixelSize(width: 2, height: 2)
    case .sextant: PixelSize(width: 2, height: 3)
    case .octant, .braille, .ascii: PixelSize(width: 2, height: 4)
    }
  }
}

extension SymbolSet {
  /// This set if it is available, else sextants, else ASCII.
  ///
  /// Sextants are the next coarser set after octants; any other set falls back to ASCII.
  package func substituted(from sets: [SymbolSet]) -> SymbolSet {
    if sets.contains(self) { return self }
    return sets.contains(.sextant) ? .sextant : .ascii
  }
}
