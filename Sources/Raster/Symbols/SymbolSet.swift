/// The characters that pictures are drawn with; the raw values name them in options and cache keys.
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

  /// The next set, for a key that cycles through all of them.
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

extension SymbolSet {
  /// The best set that a terminal can be expected to show.
  ///
  /// - Where the terminal has no UTF-8, only ASCII is certain.
  /// - In 24-bit color, half blocks show every pixel exactly and are the fastest to make.
  ///   Quadrants, in the same fonts, show twice as many pixels with a little error: 0.1 to 1.1 dB
  ///   better on photographs, 0.9 to 1.7 on line art. Sextants add 0.1 to 0.4, but many fonts lack
  ///   them and show boxes, so they need a known font.
  /// - With 256, 16, or 8 colors, the finer pattern of quadrants gains 1 dB, seen from where pixels
  ///   blur; sextants and braille gain no more.
  /// - Without colors a pixel is a bit, and more bits are better: braille where the font has it,
  ///   quadrants elsewhere.
  ///
  /// - Parameters:
  ///   - isUTF8: whether the terminal takes UTF-8.
  ///   - finest: the finest set in the terminal's font; nil for an unknown font, which is taken to
  ///     have half blocks and quadrants.
  package static func expected(
    isUTF8: Bool, finest: SymbolSet? = nil, colors: ColorDepth
  ) -> SymbolSet {
    guard isUTF8, finest != .ascii else { return .ascii }
    if finest == .half { return .half }
    switch colors {
    case .mono: return finest ?? .quadrant
    case .trueColor: return finest == .sextant || finest == .braille ? .sextant : .quadrant
    case .indexed256, .ansi16, .ansi8: return .quadrant
    }
  }
}
