/// The characters that pictures are drawn with; the raw values name them in options and cache keys.
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
  /// The set itself if it is among these, else sextants, else ASCII.
  ///
  /// Sextants are the next coarser set where octants are missing. Elsewhere, ASCII is all there is.
  package func substituted(from sets: [SymbolSet]) -> SymbolSet {
    if sets.contains(self) { return self }
    return sets.contains(.sextant) ? .sextant : .ascii
  }

  /// The best set that a terminal can be expected to show.
  ///
  /// - Where the terminal has no UTF-8, only ASCII is certain.
  /// - In 24-bit color, half blocks show every pixel exactly and are the fastest to make.
  ///   Quadrants show twice as many pixels with a little error. Seen through a blur of one cell,
  ///   photographs gain 1.7 dB. Sextants add 1.0, octants 0.5.
  /// - Fonts draw quadrants with seams between the cells, and many lack finer symbols and show boxes.
  ///   So only half blocks are expected of a terminal that was not seen to draw more.
  /// - With fewer colors the order is the same, and each step gains 0.4 dB at most.
  /// - Braille is never expected: its dots leave gaps.
  ///
  /// - Parameters:
  ///   - isUTF8: whether the terminal takes UTF-8.
  ///   - finest: the finest set that the terminal was seen to draw; nil where it was not seen.
  package static func expected(isUTF8: Bool, finest: SymbolSet? = nil) -> SymbolSet {
    guard isUTF8 else { return .ascii }
    switch finest {
    case .ascii: return .ascii
    case nil, .half: return .half
    case .quadrant: return .quadrant
    case .sextant, .braille: return .sextant
    case .octant: return .octant
    }
  }
}
