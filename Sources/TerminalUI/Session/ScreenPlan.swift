import Raster

/// The way frames and pictures are shown on a terminal: a person's wishes, limited to its features.
///
/// A plan is made at the start from the environment, and again when the terminal has told more.
package struct ScreenPlan: Hashable, Sendable {
  package let isDirect: Bool
  package let rendition: Rendition
  /// The method by which the terminal draws pictures itself; nil where it does not.
  package let graphics: Rendition.Method?
  /// Whether kitty's protocol places pictures directly, not by placeholders.
  package let placesDirectly: Bool
  /// The terminal's own colors; none where a person says that it has another background.
  package let ownColors: OwnColors
  /// The characters that pictures can be drawn with.
  package let symbolSets: [SymbolSet]

  /// The cell of a terminal that does not report its size, for graphics by request.
  private static let assumedCell = PixelSize(width: 10, height: 20)

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - isDirect: the presenter; nil, the default, for the wished or fitting one.
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

  /// Whether a terminal shows 24-bit color, and so frames of the direct presenter.
  package static func shows24Bits(
    _ capabilities: TerminalCapabilities, with features: TerminalFeatures
  ) -> Bool { (features.colors ?? capabilities.colors) == .trueColor }

  /// Whether the presenter of another plan can't be kept.
  package func needsOtherPresenter(than former: ScreenPlan) -> Bool {
    isDirect != former.isDirect || rendition.colors != former.rendition.colors
      || graphics.map(\.kind) != former.graphics.map(\.kind)
      || placesDirectly != former.placesDirectly
  }

  /// Whether a terminal on this machine may read the pixels of pictures itself.
  package var handsPixelsOver: Bool {
    if case .kitty = graphics { true } else { false }
  }

  /// The terminal's own background, unless a person wishes for one of the other brightness.
  private static func paper(_ wish: Paper?, _ features: TerminalFeatures) -> Paper {
    guard let own = features.ownColors.background.map(Paper.init) else { return wish ?? .dark }
    guard let wish, wish.isBright != own.isBright else { return own }
    return wish
  }

  private static func graphics(
    _ wish: ScreenWishes.Graphics, _ features: TerminalFeatures, isRemote: Bool
  ) -> Rendition.Method? {
    // A size that no cell has is a lie, or a mistake.
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

  /// The method, without the size of a cell.
  fileprivate var kind: Kind {
    switch self {
    case .symbols: .symbols
    case .kitty: .kitty
    case .sixel: .sixel
    case .iterm2: .iterm2
    }
  }
}

/// A person's wishes for pictures; `auto` and nil leave the choice to the terminal's features.
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
  /// The symbols where pictures are drawn with characters.
  ///
  /// Nil, the default, for the best that the terminal can be expected to show.
  package var symbols: SymbolSet?
  /// The terminal's background, by its brightness; nil for what it answers, or dark.
  package var paper: Paper?

  package init() {}

  /// Whether the direct presenter meets the wishes best on a terminal of some colors.
  ///
  /// Pixels need it. So it also draws on a terminal that may have fewer colors, where a person asks
  /// for pixels and not for the colors.
  fileprivate func isDirect(at depth: ColorDepth) -> Bool {
    switch presenter {
    case .direct: true
    case .curses: false
    case .auto:
      depth == .trueColor || (colors == nil && ![.auto, .symbols].contains(graphics))
    }
  }
}
