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

extension SymbolSet {
  /// The best set that a terminal can be expected to show, for who asks for none.
  ///
  /// - ASCII alone is certain where the terminal speaks no UTF-8.
  /// - In 24-bit color half blocks show every pixel exactly and are the fastest to make. Quadrants,
  ///   in the same fonts, show twice as many pixels with a little error: 0.1 to 1.1 dB better on
  ///   photographs, 0.9 to 1.7 on line art. Sextants add 0.1 to 0.4, but many fonts lack them and then
  ///   there are boxes: only where the font is known.
  /// - With 256, 16 or 8 colors the finer pattern of quadrants shows 1 dB more, seen from where
  ///   pixels blur; sextants and braille no more than that.
  /// - Without colors a pixel is a bit, and more of them are simply more: braille where the font has
  ///   it, quadrants elsewhere.
  ///
  /// - Parameters:
  ///   - isUTF8: whether the terminal speaks UTF-8.
  ///   - finest: what the terminal's font is known to have, nil for an unknown one, which is taken to
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
