import Raster

/// The way pictures are shown: the screen's capabilities and the person's choices.
package struct Look: Sendable {
  private(set) var rendition: Rendition {
    didSet { if rendition != oldValue { theme = rendition.theme(ownColors, colors) } }
  }
  /// The terminal's own text colors.
  private var ownColors: OwnColors {
    didSet { if ownColors != oldValue { theme = rendition.theme(ownColors, colors) } }
  }
  /// The person's colors in place of the theme's.
  private let colors: [ThemeColor: Color]
  private(set) var theme: Theme
  /// The way pictures fill their tiles.
  private(set) var fit: PictureFit
  /// The terminal's own graphics method, if it has one.
  private(set) var graphics: Rendition.Method?
  /// The symbol sets that the screen can draw, offered by the symbols key.
  private var symbolSets: [SymbolSet]
  /// The method chosen with the symbols key; nil while the terminal decides.
  private var chosenMethod: Rendition.Method?

  /// - Parameters:
  ///   - ownColors: the terminal's own colors.
  ///   - colors: the person's own in the theme's place.
  ///   - graphics: the terminal's graphics method, if any; the symbols key offers it too.
  ///   - symbolSets: the sets that the screen can draw, offered by the symbols key.
  package init(
    _ rendition: Rendition = Rendition(), ownColors: OwnColors = OwnColors(),
    colors: [ThemeColor: Color] = [:], fit: PictureFit = .contain,
    graphics: Rendition.Method? = nil, symbolSets: [SymbolSet] = SymbolSet.allCases
  ) {
    self.rendition = rendition
    self.ownColors = ownColors
    self.colors = colors
    theme = rendition.theme(ownColors, colors)
    self.fit = fit
    self.graphics = graphics
    self.symbolSets = symbolSets
  }

  /// Switches to the next method: the terminal's own graphics, if any, then the symbol sets.
  ///
  /// - Returns: its name to display.
  mutating func takeNextMethod() -> String {
    let methods = [graphics].compactMap(\.self) + symbolSets.map(Rendition.Method.symbols)
    let next = methods.firstIndex(of: rendition.method).map { ($0 + 1) % methods.count } ?? 0
    chosenMethod = methods[next]
    rendition.method = methods[next]
    return methods[next].title
  }

  /// Switches between whole pictures and full tiles.
  ///
  /// - Returns: the new fit to display.
  mutating func toggleFit() -> String {
    fit = fit.other
    return switch fit {
    case .contain: "contain: whole pictures"
    case .cover: "cover: pictures fill their tiles"
    }
  }

  /// Adapts to new capabilities of the screen, keeping a method that the person has chosen.
  ///
  /// If the screen can't draw the chosen symbols, it shows a substitute, and the choice is
  /// remembered.
  mutating func adapt(to screen: Rendition, symbolSets: [SymbolSet]) {
    rendition = screen
    self.symbolSets = symbolSets
    if let chosenMethod { rendition.method = chosenMethod.substituted(from: symbolSets) }
  }

  /// Adopts the terminal's own text colors.
  mutating func setOwnColors(_ colors: OwnColors) { ownColors = colors }

  /// Sets the terminal's graphics method when it changes; nil for none.
  mutating func allow(_ graphics: Rendition.Method?) {
    let showsOld = self.graphics != nil && rendition.method == self.graphics
    if chosenMethod != nil, chosenMethod == self.graphics { chosenMethod = graphics }
    self.graphics = graphics
    if showsOld { rendition.method = graphics ?? .symbols(.half) }
  }
}

extension Rendition.Method {
  /// This method with an available symbol set.
  fileprivate func substituted(from sets: [SymbolSet]) -> Self {
    guard case .symbols(let symbols) = self else { return self }
    return .symbols(symbols.substituted(from: sets))
  }

  /// The displayed name.
  fileprivate var title: String {
    switch self {
    case .symbols(.half): "symbols: half blocks"
    case .symbols(.quadrant): "symbols: quadrants"
    case .symbols(.sextant): "symbols: sextants"
    case .symbols(.octant): "symbols: octants"
    case .symbols(.braille): "symbols: braille"
    case .symbols(.ascii): "symbols: ASCII"
    case .kitty: "graphics: kitty"
    case .sixel: "graphics: sixel"
    case .iterm2: "graphics: inline images"
    }
  }
}
