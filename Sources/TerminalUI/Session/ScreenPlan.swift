import Raster

/// The way to show frames and pictures on a terminal: the person's options, limited by its
/// features.
///
/// A plan is made at the start from the environment, and again when the terminal has reported more.
package struct ScreenPlan: Hashable, Sendable {
  package let isDirect: Bool
  package let rendition: Rendition
  /// The method for pictures drawn by the terminal; nil if it draws none.
  package let graphics: Rendition.Method?
  /// Whether kitty's protocol places pictures directly instead of by placeholders.
  package let placesDirectly: Bool
  /// The terminal's own colors; empty if the person specifies another background.
  package let ownColors: OwnColors
  /// The symbol sets available for pictures.
  package let symbolSets: [SymbolSet]

  /// The cell size of a terminal that does not report it, if graphics are requested.
  private static let assumedCell = PixelSize(width: 10, height: 20)

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - isDirect: the presenter; nil, the default, for the requested or suitable one.
  package init(
    _ wishes: ScreenWishes, on capabilities: TerminalCapabilities, with features: TerminalFeatures,
    isDirect: Bool? = nil
  ) {
    let depth = wishes.colors ?? features.colors ?? capabilities.colors
    let direct = isDirect ?? wishes.isDirect(at: depth)
    let colors = direct ? .trueColor : depth
    let graphics =
      direct ? Self.graphics(wishes.graphics, features, isRemote: capabilities.isRemote) : nil
    let symbols = wishes.symbols ?? features.finestSymbols ?? .half
    self.isDirect = direct
    self.graphics = graphics
    placesDirectly =
      wishes.graphics == .kittyDirect
      || (wishes.graphics == .auto && features.graphics == .kittyDirect)
    let hasOctants = capabilities.knowsOctants || (direct && !capabilities.isInTmux)
    symbolSets =
      capabilities.isUTF8 ? SymbolSet.allCases.filter { $0 != .octant || hasOctants } : [.ascii]
    let paper = Self.paper(wishes.paper, features)
    let isAsTold = features.ownColors.background.map { $0 == paper.color } ?? true
    ownColors = isAsTold ? features.ownColors : OwnColors()
    rendition = Rendition(
      graphics ?? .symbols(symbols.substituted(from: symbolSets)), colors: colors, paper: paper)
  }

  /// Whether a terminal shows 24-bit color, as the direct presenter requires.
  package static func shows24Bits(
    _ capabilities: TerminalCapabilities, with features: TerminalFeatures
  ) -> Bool { (features.colors ?? capabilities.colors) == .trueColor }

  /// Whether this plan needs another presenter than a former plan.
  package func needsOtherPresenter(than former: ScreenPlan) -> Bool {
    isDirect != former.isDirect || rendition.colors != former.rendition.colors
      || graphics.map(\.kind) != former.graphics.map(\.kind)
      || placesDirectly != former.placesDirectly
  }

  /// Whether a terminal on this machine may read the pixels of pictures itself.
  package var handsPixelsOver: Bool {
    if case .kitty = graphics { true } else { false }
  }

  /// The terminal's own background, unless the person specifies the opposite brightness.
  private static func paper(_ wish: Paper?, _ features: TerminalFeatures) -> Paper {
    guard let own = features.ownColors.background.map(Paper.init) else { return wish ?? .dark }
    guard let wish, wish.isBright != own.isBright else { return own }
    return wish
  }

  private static func graphics(
    _ wish: ScreenWishes.Graphics, _ features: TerminalFeatures, isRemote: Bool
  ) -> Rendition.Method? {
    // An implausible cell size is an error or an attack.
    let cell = features.cellPixels.flatMap {
      (2...200).contains($0.width) && (2...400).contains($0.height) ? $0 : nil
    }
    return switch (wish, features.graphics) {
    case (.symbols, _), (.auto, .none): nil
    case (.kitty, _), (.kittyDirect, _): .kitty(cell: cell ?? assumedCell, isDeflated: isRemote)
    case (.sixel, .sixel(let registers, let takesWhole)):
      .sixel(cell: cell ?? assumedCell, registers: registers, isWhole: takesWhole)
    case (.sixel, _): .sixel(cell: cell ?? assumedCell)
    case (.iterm2, _): .iterm2(cell: cell ?? assumedCell)
    case (.auto, .kitty), (.auto, .kittyDirect): cell.map { .kitty(cell: $0, isDeflated: isRemote) }
    case (.auto, .sixel(let registers, let takesWhole)):
      cell.map { .sixel(cell: $0, registers: registers, isWhole: takesWhole) }
    }
  }
}

extension Rendition.Method {
  fileprivate enum Kind { case symbols, kitty, sixel, iterm2 }

  /// The method without cell size.
  fileprivate var kind: Kind {
    switch self {
    case .symbols: .symbols
    case .kitty: .kitty
    case .sixel: .sixel
    case .iterm2: .iterm2
    }
  }
}

/// The person's options for pictures; `auto` and nil leave the choice to the terminal's features.
package struct ScreenWishes: Hashable, Sendable {
  /// The presenter; the raw values name it in options.
  package enum PresenterKind: String, CaseIterable, Sendable {
    case auto, direct, curses
  }

  /// The way to draw pictures; the raw values name it in options.
  package enum Graphics: String, CaseIterable, Sendable {
    case auto, symbols, kitty
    case kittyDirect = "kitty-direct"
    case sixel, iterm2
  }

  package var presenter = PresenterKind.auto
  package var colors: ColorDepth?
  package var graphics = Graphics.auto
  /// The symbols for pictures drawn with characters.
  ///
  /// Nil, the default, for the best that the terminal is expected to show.
  package var symbols: SymbolSet?
  /// The brightness of the terminal's background; nil for the reported one, or dark.
  package var paper: Paper?

  package init() {}

  /// Whether the direct presenter fits these options at a color depth.
  ///
  /// Pixels need it. So it also draws on a terminal that may have fewer colors, if the person
  /// requests pixels but no color depth.
  fileprivate func isDirect(at depth: ColorDepth) -> Bool {
    switch presenter {
    case .direct: true
    case .curses: false
    case .auto:
      depth == .trueColor || (colors == nil && ![.auto, .symbols].contains(graphics))
    }
  }
}
