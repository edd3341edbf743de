import Raster
import TerminalGraphics

/// Identifies a terminal by the environment and by its answers.
///
/// A round of queries ends with the answer to DA1, because all terminals answer it, and in order.
/// Until then, it is unknown which queries get no answer, so `features` keep their former values,
/// at first those from the environment. Later answers from behind tmux still change them.
package struct TerminalIdentity: Sendable {
  /// The features that are known.
  package private(set) var features: TerminalFeatures
  /// Whether the terminal has answered a round of queries.
  package private(set) var isComplete = false
  /// The size of the terminal, in pixels too if the system knows it.
  package var window: WindowSize {
    didSet { if window != oldValue { update() } }
  }

  let surroundings: Surroundings
  private(set) var answers = TerminalAnswers()
  private var isInRound = false
  private var cell: PixelSize?
  /// The media from which the terminal has read a proof in this round.
  private var media: Set<LocalMedium> = []

  /// The picture id of the graphics query, which no picture may have.
  package static let graphicsQueryID: UInt32 = 31

  /// Starts with the features from the environment.
  ///
  /// - Parameters:
  ///   - isUTF8: whether characters beyond ASCII can be sent.
  ///   - erasesWithBackground: the value in terminfo, for a terminal that is not in the table.
  ///   - environment: returns the value of a variable.
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
    features.ownColors.background = surroundings.background
    features.finestSymbols = isUTF8 ? suggestion?.abilities.symbols(in: nil) : .ascii
    features.name = suggestion?.name ?? surroundings.type
    update()
  }

  /// Whether the terminal logs unknown sequences as errors; `TERM` decides, because terminals
  /// started from such a terminal inherit its other variables.
  var complains: Bool {
    TerminalModel.suggested { $0 == "TERM" ? surroundings.type : nil }?.abilities.complains ?? false
  }

  /// Whether graphics queries may be sent: `TERM` names no terminal that would print them.
  var mayAskForGraphics: Bool {
    multiplexer == nil
      && !["linux", "rxvt", "vt1", "vt2", "ansi", "cons"].contains(
        where: surroundings.type.hasPrefix)
  }

  /// Whether the program is surely in GNU screen; `TERM` alone may be tmux's.
  var isInScreen: Bool { surroundings.isInScreen }

  private var multiplexer: Multiplexer? { surroundings.multiplexer }

  /// Begins a round of queries.
  package mutating func beginRound() {
    answers = TerminalAnswers()
    media = []
    isInRound = true
  }

  /// Whether the terminal may read bytes on this machine: it uses kitty's protocol, and no
  /// multiplexer or network is known in between.
  var mayReadHere: Bool {
    features.graphics == .kitty && multiplexer == nil && !surroundings.isRemote
  }

  /// Records that the terminal has read bytes from a medium.
  mutating func hasRead(_ medium: LocalMedium) {
    media.insert(medium)
    update()
  }

  /// Records that the terminal failed to read handed-over bytes.
  mutating func failedToRead() {
    media = []
    update()
  }

  /// Whether pasted text comes in the brackets of mode 2004.
  ///
  /// Tmux passes on the brackets of the terminal behind it, and adds its own around its buffers. Nearly all terminals
  /// have them, so behind tmux only terminals known to lack them count.
  var bracketsPastes: Bool {
    guard isComplete else { return false }
    let isKnown = known.0?.abilities.bracketsPastes
    return multiplexer == .tmux ? isKnown ?? true : multiplexer == nil && isKnown ?? false
  }

  /// Whether the terminal takes pictures for its clipboard (OSC 5522), and no multiplexer is in between.
  var takesPictures: Bool {
    let (model, version) = known
    return multiplexer == nil
      && (answers.takesPictures || model?.abilities.takesPictures(in: version) ?? false)
  }

  /// Whether tmux has answered, but not the terminal behind it.
  var isMissingWhatIsBehind: Bool {
    multiplexer == .tmux && isComplete && !isInRound && !answers.hasBehind
  }

  /// Whether GNU screen is outside or inside tmux.
  var isAroundScreen: Bool { surroundings.isAroundScreen }

  /// Processes a reply that describes the terminal.
  package mutating func receive(_ reply: TerminalReply) {
    switch reply {
    case .operatingStatus where !isInRound, .cursor where !isInRound, .attributes where !isInRound,
      .focus, .clipboard:
      return  // about a frame, or nothing that is kept
    case .cellSize(let size):
      cell = size
      answers.receive(reply)
    case .textArea(let size): receive(textArea: size)
    case _ where isFromBehind(reply): answers.receive(fromBehind: reply)
    case .attributes:
      answers.receive(reply)
      isInRound = false
      isComplete = true
    default: answers.receive(reply)
    }
    update()
  }

  /// Whether a reply comes from the terminal behind tmux.
  ///
  /// Tmux reports its own make, but the terminal's colors.
  private func isFromBehind(_ reply: TerminalReply) -> Bool {
    guard multiplexer == .tmux else { return false }
    return switch reply {
    case .version(let text): !text.hasPrefix("tmux ")
    case .secondaryAttributes(let numbers): numbers.first != Multiplexer.tmuxMake
    case .background, .foreground, .paletteColor: isComplete && !isInRound
    default: false
    }
  }

  /// Uses the size of the text area, unless the terminal reported the size of a cell.
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
    let (outer, outerVersion) =
      multiplexer == .tmux ? answers.makeBehind.known() : (model, version)
    features.name = Self.name(model, version, or: answers.make.text ?? surroundings.type)
    if multiplexer == .tmux, let outer {
      features.name = "\(Self.name(outer, outerVersion, or: "")) in \(features.name)"
    }
    let hasPlaceholders = outer?.abilities.hasPlaceholders(in: outerVersion) ?? false
    features.colors = surroundings.mayShowColors ? model?.abilities.colors(in: version) : nil
    if multiplexer == .tmux, surroundings.mayShowColors, let outer {
      features.colors = outer.abilities.limit
    }
    // Behind tmux only the version is requested; a terminal with placeholders has graphics.
    let hasGraphics = answers.hasGraphics || multiplexer == .tmux
    let isKitty = hasGraphics && hasPlaceholders && surroundings.isUTF8
    // Tmux 3.5a always announces sixels, and prints SIXEL IMAGE if the terminal behind it has none.
    let hasSixel =
      answers.hasSixel && multiplexer != .tmux && model?.abilities.placesSixels ?? true
    let isDirect =
      answers.hasGraphics && multiplexer == nil
      && model?.abilities.hasDirectPlacements(in: version) ?? false
    let sixel = GraphicsProtocol.sixel(
      answers.sixelRegisters, takesWhole: model?.abilities.takesWholeSixels(in: version) ?? false)
    features.graphics = isKitty ? .kitty : isDirect ? .kittyDirect : hasSixel ? sixel : .none
    features.passthrough = isKitty && multiplexer == .tmux ? .tmux : .none
    features.medium = mayReadHere ? LocalMedium.allCases.first(where: media.contains) : nil
    features.acknowledgement = answers.acknowledgement
    features.repeatsCharacters = model?.abilities.repeats ?? false
    features.erasesWithBackground = model?.abilities.erases ?? surroundings.erasesWithBackground
    features.isSynchronized = answers.isSynchronized
    features.finestSymbols =
      surroundings.isUTF8 ? outer?.abilities.symbols(in: outerVersion) : .ascii
    features.ownColors = answers.ownColors
    features.ownColors.background = answers.ownColors.background ?? surroundings.background
  }

  /// The make and version of the terminal.
  ///
  /// Without a report, it is the make from the environment, unless that make always reports itself.
  var known: (TerminalModel?, TerminalVersion?) {
    answers.make.known(
      orElse: surroundings.suggestion.flatMap { $0.signs.maybeSilent ? $0 : nil })
  }

  static func name(
    _ model: TerminalModel?, _ version: TerminalVersion?, or other: String
  ) -> String {
    guard let model else { return other }
    guard let version, !version.numbers.isEmpty else { return model.name }
    return "\(model.name) \(version)"
  }
}

/// The facts about a terminal from the environment and terminfo, before it has answered.
struct Surroundings: Sendable {
  /// `TERM`.
  let type: String
  let multiplexer: Multiplexer?
  let isInScreen: Bool
  let isAroundScreen: Bool
  /// The make suggested by the environment.
  let suggestion: TerminalModel?
  /// Whether characters beyond ASCII can be sent.
  let isUTF8: Bool
  /// The value in terminfo, for a terminal that is not in the table.
  let erasesWithBackground: Bool
  let mayShowColors: Bool
  /// The default background, if the environment contains it.
  let background: Color?
  /// Whether the person has logged in remotely.
  let isRemote: Bool

  init(isUTF8: Bool, erasesWithBackground: Bool, environment: (String) -> String?) {
    self.isUTF8 = isUTF8
    self.erasesWithBackground = erasesWithBackground
    mayShowColors = (environment("NO_COLOR") ?? "").isEmpty
    isRemote = RemoteLogin.isSuggested(by: environment)
    type = environment("TERM") ?? ""
    multiplexer = Multiplexer(environment: environment)
    isAroundScreen = environment("STY")?.isEmpty == false
    isInScreen = multiplexer == .screen && isAroundScreen
    // In a multiplexer, the variable belongs to the terminal that started the server.
    background =
      multiplexer == nil ? environment("COLORFGBG").flatMap(Color.init(colorfgbg:)) : nil
    suggestion =
      switch multiplexer {
      case .tmux: TerminalModel.making(Multiplexer.tmuxMake)
      case .screen: TerminalModel.making(83)
      case nil: TerminalModel.suggested(by: environment)
      }
  }
}

/// The size of a terminal as reported by the system.
package struct WindowSize: Hashable, Sendable {
  package var cells: CellSize
  /// The size in pixels, which may include a border; nil if unknown.
  package var pixels: PixelSize?

  package init(cells: CellSize, pixels: PixelSize? = nil) {
    self.cells = cells
    self.pixels = pixels
  }

  /// The size of a cell in a text area of this size, rounded down because of borders; nil if
  /// implausible.
  func cell(of pixels: PixelSize) -> PixelSize? {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}

extension Color {
  /// The background in the variable `COLORFGBG`, such as `0;default;15`.
  ///
  /// urxvt and konsole set it to numbers of their palettes, and urxvt answers no question about its
  /// background. Only black and the two whites are the same in most palettes.
  fileprivate init?(colorfgbg text: String) {
    switch text.split(separator: ";").last {
    case "0": self.init(rawValue: 0x00_0000)
    case "7": self.init(rawValue: 0xE5_E5E5)
    case "15": self.init(rawValue: 0xFF_FFFF)
    default: return nil
    }
  }
}
