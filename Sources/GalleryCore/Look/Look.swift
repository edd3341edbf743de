import Raster

/// How pictures are shown: what the screen can do, and what the person has chosen of it.
struct Look {
  private(set) var rendition: Rendition
  /// How the terminal can draw pictures itself, if it can.
  private(set) var graphics: Rendition.Method?
  /// The characters that the terminal is sent.
  private let symbolSets: [SymbolSet]
  /// The method taken with the symbols key; nil as long as the terminal decides.
  private var chosenMethod: Rendition.Method?

  init(_ rendition: Rendition, graphics: Rendition.Method?, symbolSets: [SymbolSet]) {
    self.rendition = rendition
    self.graphics = graphics
    self.symbolSets = symbolSets
  }

  /// Takes the next method: the terminal's own graphics, where it has them, then the sets of symbols.
  ///
  /// - Returns: its name, for the person.
  mutating func takeNextMethod() -> String {
    let methods = [graphics].compactMap(\.self) + symbolSets.map(Rendition.Method.symbols)
    let next = methods.firstIndex(of: rendition.method).map { ($0 + 1) % methods.count } ?? 0
    chosenMethod = methods[next]
    rendition = Rendition(methods[next], colors: rendition.colors)
    return methods[next].title
  }

  /// The screen can do more or less; a method that the person has chosen stays.
  mutating func adapt(to screen: Rendition) {
    rendition = Rendition(chosenMethod ?? screen.method, colors: screen.colors)
  }

  /// The terminal can draw pictures in another way than before, or no longer.
  mutating func allow(_ graphics: Rendition.Method?) {
    let showsOld = self.graphics != nil && rendition.method == self.graphics
    if chosenMethod != nil, chosenMethod == self.graphics { chosenMethod = graphics }
    self.graphics = graphics
    if showsOld { rendition = Rendition(graphics ?? .symbols(.half), colors: rendition.colors) }
  }
}

extension Rendition.Method {
  /// Its name, for the person.
  fileprivate var title: String {
    switch self {
    case .symbols(.half): "symbols: half blocks"
    case .symbols(.quadrant): "symbols: quadrants"
    case .symbols(.sextant): "symbols: sextants"
    case .symbols(.braille): "symbols: braille"
    case .symbols(.ascii): "symbols: ASCII"
    case .kitty: "graphics: kitty"
    case .sixel: "graphics: sixel"
    }
  }
}
