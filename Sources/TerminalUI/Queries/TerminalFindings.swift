import Raster

/// The answers of a terminal, and the graphics that it lacks, for a person to read.
package struct TerminalFindings: Hashable, Sendable {
  /// `TERM`.
  package let type: String
  /// The make and version of the terminal, as far as known, and of the multiplexer.
  package let name: String
  /// The answer to XTVERSION; nil if there was none.
  package let answer: String?
  /// Whether the terminal has answered the queries.
  package let hasAnswered: Bool
  /// The name of the multiplexer, `tmux` or `screen`; nil for none.
  package let multiplexer: String?
  /// Whether the terminal behind the multiplexer gets what is meant for it.
  package let passesThrough: Bool
  /// The reason why pictures are not sent by kitty's protocol, which is the best; nil if they are.
  package let kittyObstacle: GraphicsObstacle?
  /// The reason why pictures are not sent as sixels; nil if they are, or if kitty's protocol is used.
  package let sixelObstacle: GraphicsObstacle?
  /// Whether the make is known to show iTerm2's inline images, which the program uses only when told.
  package let mayShowInlineImages: Bool
  /// The size in cells.
  package let size: CellSize
  package let cellPixels: PixelSize?
}

extension TerminalFindings {
  /// The answers that a session has so far.
  package init(of session: TerminalSession) { self = session.conversation.identity.findings }
}

/// The reason why a protocol for graphics is not used.
package enum GraphicsObstacle: Hashable, Sendable {
  /// The terminal has answered no query.
  case noAnswer
  /// The locale has no UTF-8, which placeholders need.
  case noUTF8
  /// GNU screen passes no graphics on.
  case inScreen
  /// Tmux does not pass the queries on.
  case tmuxKeepsSequences
  /// Sixels of tmux depend on the terminal behind it, which is not known.
  case inTmux
  /// The terminal does not announce the protocol.
  case isMissing(terminal: String)
  /// A later version places pictures right.
  case isTooOld(terminal: String, since: String)
  /// The terminal announces the protocol, but it was not seen to place pictures right.
  case isUntested(terminal: String)
  /// The terminal was seen to put pictures into wrong places.
  case isWrong(terminal: String)
}

extension TerminalIdentity {
  /// The answers so far, for a person to read.
  var findings: TerminalFindings {
    let hasBehind = answers.hasBehind
    return TerminalFindings(
      type: surroundings.type, name: features.name,
      answer: answers.makeBehind.text ?? answers.make.text, hasAnswered: isComplete,
      multiplexer: surroundings.multiplexer.map { $0 == .tmux ? "tmux" : "screen" },
      passesThrough: surroundings.multiplexer == .tmux && hasBehind,
      kittyObstacle: kittyObstacle, sixelObstacle: sixelObstacle,
      mayShowInlineImages: known.0.map { Self.inlineImageMakes.contains($0.name) } ?? false,
      size: window.cells, cellPixels: features.cellPixels)
  }

  /// The makes that document iTerm2's inline images.
  private static let inlineImageMakes: Set<String> = [
    "iTerm2", "WezTerm", "VS Code", "mintty", "mlterm",
  ]

  private var kittyObstacle: GraphicsObstacle? {
    if features.graphics == .kitty || features.graphics == .kittyDirect { return nil }
    if surroundings.multiplexer == .screen { return .inScreen }
    guard isComplete else { return .noAnswer }
    guard surroundings.isUTF8 else { return .noUTF8 }
    let isTmux = surroundings.multiplexer == .tmux
    if isTmux, !answers.hasBehind { return .tmuxKeepsSequences }
    let (model, version) = isTmux ? answers.makeBehind.known() : known
    let name = Self.name(model, version, or: features.name)
    guard isTmux || answers.hasGraphics else { return .isMissing(terminal: name) }
    let abilities = model?.abilities
    let since = abilities?.placeholders ?? (isTmux ? nil : abilities?.directPlacements)
    if let since { return .isTooOld(terminal: name, since: "\(model?.name ?? "") \(since)") }
    return isTmux ? .isMissing(terminal: name) : .isUntested(terminal: name)
  }

  private var sixelObstacle: GraphicsObstacle? {
    guard features.graphics == .none else { return nil }
    switch surroundings.multiplexer {
    case .screen: return .inScreen
    case .tmux: return .inTmux
    case nil: break
    }
    guard isComplete else { return .noAnswer }
    let (model, version) = known
    let name = Self.name(model, version, or: features.name)
    return answers.hasSixel ? .isWrong(terminal: name) : .isMissing(terminal: name)
  }
}
