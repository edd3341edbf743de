import Raster

/// How frames and pictures are shown on a terminal: what was wished, held to what it can do.
///
/// Made at the start from what the environment says, and again when the terminal has told more.
package struct ScreenPlan: Hashable, Sendable {
  package let isDirect: Bool
  package let rendition: Rendition
  /// How the terminal draws pictures itself; nil where it does not.
  package let graphics: Rendition.Method?
  /// The characters that pictures can be drawn with.
  package let symbolSets: [SymbolSet]

  /// A cell of a terminal that does not say how large it is, where graphics are asked for all the
  /// same.
  private static let assumedCell = PixelSize(width: 10, height: 20)

  /// - Parameters:
  ///   - isDirect: which presenter; nil for the one that was wished or fits.
  package init(
    _ wishes: ScreenWishes, on capabilities: TerminalCapabilities, with features: TerminalFeatures,
    isDirect: Bool? = nil
  ) {
    let depth = wishes.colors ?? features.colors ?? capabilities.colors
    let direct =
      isDirect
      ?? (wishes.presenter == .direct || (wishes.presenter == .auto && depth == .trueColor))
    let colors = direct ? .trueColor : depth
    let graphics = direct ? Self.graphics(wishes.graphics, features) : nil
    let symbols =
      wishes.symbols
      ?? .expected(
        isUTF8: capabilities.isUTF8, finest: features.finestSymbols, colors: colors)
    self.isDirect = direct
    self.graphics = graphics
    symbolSets = capabilities.isUTF8 ? SymbolSet.allCases : [.ascii]
    rendition = Rendition(
      graphics ?? .symbols(capabilities.isUTF8 ? symbols : .ascii), colors: colors)
  }

  /// Whether the one of another plan can't be kept.
  package func needsOtherPresenter(than former: ScreenPlan) -> Bool {
    isDirect != former.isDirect || rendition.colors != former.rendition.colors
      || graphics.map(\.kind) != former.graphics.map(\.kind)
  }

  private static func graphics(
    _ wish: ScreenWishes.Graphics, _ features: TerminalFeatures
  ) -> Rendition.Method? {
    // what no cell can be is a lie, or a mistake
    let cell = features.cellPixels.flatMap {
      (2...200).contains($0.width) && (2...400).contains($0.height) ? $0 : nil
    }
    return switch (wish, features.graphics) {
    case (.symbols, _), (.auto, .none): nil
    case (.kitty, _): .kitty(cell: cell ?? assumedCell)
    case (.sixel, _): .sixel(cell: cell ?? assumedCell)
    case (.auto, .kitty): cell.map { .kitty(cell: $0) }
    case (.auto, .sixel): cell.map { .sixel(cell: $0) }
    }
  }
}

extension Rendition.Method {
  fileprivate enum Kind { case symbols, kitty, sixel }

  /// The method, whatever the size of a cell is.
  fileprivate var kind: Kind {
    switch self {
    case .symbols: .symbols
    case .kitty: .kitty
    case .sixel: .sixel
    }
  }
}

/// How a person wants pictures shown; `auto`, and nil, leave it to what the terminal can do.
package struct ScreenWishes: Hashable, Sendable {
  /// The raw values are those of `--presenter`.
  package enum PresenterKind: String, CaseIterable, Sendable {
    case auto, direct, curses
  }

  /// Whether the terminal draws pictures itself; the raw values are those of `--graphics`.
  package enum Graphics: String, CaseIterable, Sendable {
    case auto, symbols, kitty, sixel
  }

  package var presenter = PresenterKind.auto
  package var colors: ColorDepth?
  package var graphics = Graphics.auto
  /// The characters where pictures are drawn with characters: half blocks by default, nil for the
  /// best that the terminal can be expected to show.
  package var symbols: SymbolSet? = .half

  package init() {}
}
