import Raster

/// Works out what a terminal is from what the environment says and what the terminal answers.
///
/// A round of questions ends with the answer to DA1, because a terminal answers in order and all
/// of them answer that. Only then is it known what was not answered; until then `features` are the
/// ones of before, at first those that the environment suggests. What comes later, from behind tmux,
/// changes them still.
package struct TerminalIdentity: Sendable {
  /// What is known.
  package private(set) var features: TerminalFeatures
  /// The terminal has answered a round of questions.
  package private(set) var isComplete = false
  /// Its size, and that in pixels where the system knows.
  package var window: WindowSize {
    didSet { if window != oldValue { update() } }
  }

  private let surroundings: Surroundings
  private var answers = TerminalAnswers()
  private var isInRound = false
  private var cell: PixelSize?

  /// The picture id in the graphics query; no picture may have it.
  package static let graphicsQueryID: UInt32 = 31

  /// - Parameters:
  ///   - isUTF8: whether characters beyond ASCII can be sent.
  ///   - erasesWithBackground: what terminfo says of it, for a terminal that nobody knows.
  ///   - environment: the value of a variable.
  package init(
    window: WindowSize, isUTF8: Bool, erasesWithBackground: Bool = false,
    environment: (String) -> String?
  ) {
    self.window = window
    let surroundings = Surroundings(
      isUTF8: isUTF8, erasesWithBackground: erasesWithBackground, environment: environment)
    self.surroundings = surroundings
    let suggestion = surroundings.suggestion
    features = .unknown
    features.finestSymbols = isUTF8 ? suggestion?.abilities.symbols(in: nil) : .ascii
    features.name = suggestion?.name ?? surroundings.type
    update()
  }

  /// It may put text that reads from right to left in order, and does not complain about the mode
  /// that forbids it.
  var ordersText: Bool { surroundings.suggestion?.abilities.ordersText ?? true }

  /// The graphics query may be sent: `TERM` names none that would print it.
  var mayAskForGraphics: Bool {
    multiplexer == nil
      && !["linux", "rxvt", "vt1", "vt2", "ansi", "cons"].contains(
        where: surroundings.type.hasPrefix)
  }

  private var multiplexer: Multiplexer? { surroundings.multiplexer }

  /// All questions are asked, again or for the first time.
  package mutating func begin() {
    answers = TerminalAnswers()
    isInRound = true
  }

  /// Tmux has answered, and what is behind it has not.
  var isMissingWhatIsBehind: Bool {
    multiplexer == .tmux && isComplete && !isInRound && answers.outerVersion == nil
      && !answers.hasGraphics
  }

  /// Takes an answer; others are passed over.
  package mutating func receive(_ reply: TerminalReply) {
    switch reply {
    case .operatingStatus where !isInRound, .cursor where !isInRound, .attributes where !isInRound,
      .focus:
      return  // about a frame, or about nothing that is kept
    case .cellSize(let size):
      cell = size
      answers.receive(reply)
    case .textArea(let size): receive(textArea: size)
    case .version(let text) where multiplexer == .tmux && !text.hasPrefix("tmux "):
      answers.outerVersion = text
    case .attributes:
      answers.receive(reply)
      isInRound = false
      isComplete = true
    default: answers.receive(reply)
    }
    update()
  }

  /// A size of the cell itself is better than one that is worked out.
  private mutating func receive(textArea size: PixelSize) {
    if answers.tellsCellSize { return }
    cell = window.cell(of: size)
  }

  private mutating func update() {
    features.cellPixels = cell ?? window.pixels.flatMap(window.cell)
    guard isComplete, !isInRound else {
      features.acknowledgement = features.acknowledgement ?? answers.acknowledgement
      return
    }
    let (model, version) = known
    let (outer, outerVersion) = multiplexer == .tmux ? behind : (model, version)
    features.name = Self.name(model, version, or: answers.version ?? surroundings.type)
    if multiplexer == .tmux, let outer {
      features.name = "\(Self.name(outer, outerVersion, or: "")) in \(features.name)"
    }
    let hasPlaceholders = outer?.abilities.hasPlaceholders(in: outerVersion) ?? false
    features.colors = surroundings.mayShowColors ? model?.abilities.colors(in: version) : nil
    let isKitty = answers.hasGraphics && hasPlaceholders && surroundings.isUTF8
    // tmux 3.5a announces sixels whatever is behind it, and prints SIXEL IMAGE where that has none
    let hasSixel =
      answers.hasSixel && multiplexer != .tmux && model?.abilities.placesSixels ?? true
    features.graphics = isKitty ? .kitty : hasSixel ? .sixel : .none
    features.passthrough = isKitty && multiplexer == .tmux ? .tmux : .none
    features.acknowledgement = answers.acknowledgement
    features.repeatsCharacters = model?.abilities.repeats ?? false
    features.erasesWithBackground = model?.abilities.erases ?? surroundings.erasesWithBackground
    features.isSynchronized = answers.isSynchronized
    features.finestSymbols =
      surroundings.isUTF8 ? outer?.abilities.symbols(in: outerVersion) : .ascii
    features.background = answers.background
  }

  /// What the terminal says it is; else what the environment suggests, if that one would not have
  /// said so itself.
  private var known: (TerminalModel?, TerminalVersion?) {
    if let text = answers.version {
      return (TerminalModel.saying(text), TerminalVersion(firstOf: text))
    }
    let made = answers.make.flatMap(TerminalModel.making)
    let silent = surroundings.suggestion.flatMap { $0.signs.maybeSilent ? $0 : nil }
    return (made ?? silent, answers.makeVersion)
  }

  private var behind: (TerminalModel?, TerminalVersion?) {
    guard let text = answers.outerVersion else { return (nil, nil) }
    return (TerminalModel.saying(text), TerminalVersion(firstOf: text))
  }

  private static func name(
    _ model: TerminalModel?, _ version: TerminalVersion?, or other: String
  ) -> String {
    guard let model else { return other }
    guard let version, !version.numbers.isEmpty else { return model.name }
    return "\(model.name) \(version)"
  }
}

/// What the environment and terminfo say of a terminal, before it has answered.
private struct Surroundings: Sendable {
  /// `TERM`.
  let type: String
  let multiplexer: Multiplexer?
  /// The make that the environment suggests.
  let suggestion: TerminalModel?
  /// Characters beyond ASCII can be sent.
  let isUTF8: Bool
  /// What terminfo says of it, for a terminal that is not in the table.
  let erasesWithBackground: Bool
  let mayShowColors: Bool

  init(isUTF8: Bool, erasesWithBackground: Bool, environment: (String) -> String?) {
    self.isUTF8 = isUTF8
    self.erasesWithBackground = erasesWithBackground
    mayShowColors = (environment("NO_COLOR") ?? "").isEmpty
    type = environment("TERM") ?? ""
    multiplexer = Multiplexer(environment: environment)
    suggestion =
      switch multiplexer {
      case .tmux: TerminalModel.making(84)
      case .screen: TerminalModel.making(83)
      case nil: TerminalModel.suggested(by: environment)
      }
  }
}

/// The size of a terminal as the system knows it.
package struct WindowSize: Hashable, Sendable {
  package var cells: CellSize
  /// Width and height in pixels, which may include a border; nil where nobody told the system.
  package var pixels: PixelSize?

  package init(cells: CellSize, pixels: PixelSize? = nil) {
    self.cells = cells
    self.pixels = pixels
  }

  /// The cell of an area of so many pixels, rounded down because of borders; nil for an absurd one.
  func cell(of pixels: PixelSize) -> PixelSize? {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}
