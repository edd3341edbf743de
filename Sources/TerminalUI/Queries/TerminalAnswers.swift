import Raster

/// The answers of a terminal in one round of questions.
struct TerminalAnswers: Sendable {
  /// The terminal's word on its make.
  private(set) var make = ReportedMake()
  /// That of the terminal behind tmux.
  private(set) var makeBehind = ReportedMake()
  /// True when the terminal behind tmux has told anything.
  private(set) var hasBehind = false
  /// True when the graphics query was answered with OK.
  private(set) var hasGraphics = false
  /// True when DA1 lists sixel.
  private(set) var hasSixel = false
  /// The color registers for sixels.
  var sixelRegisters: SixelRegisters {
    SixelRegisters(areOwn: hasOwnRegisters, count: registerCount)
  }
  private(set) var isSynchronized = false
  private(set) var tellsCellSize = false
  private(set) var ownColors = OwnColors()
  private var statusQueries: Set<StatusQuery> = []
  private var hasOwnRegisters = false
  private var registerCount: Int?

  /// The first status query that was answered, in the order of preference.
  var acknowledgement: StatusQuery? {
    StatusQuery.allCases.first(where: statusQueries.contains)
  }

  mutating func receive(_ reply: TerminalReply) {
    statusQueries.formUnion(StatusQuery.allCases.filter { $0.isAnswered(by: reply) })
    switch reply {
    case .version, .secondaryAttributes: make.receive(reply)
    case .attributes(let numbers): hasSixel = numbers.dropFirst().contains(4)
    case .graphics(TerminalIdentity.graphicsQueryID, let message): hasGraphics = message == "OK"
    case .mode(2026, let setting): isSynchronized = (1...3).contains(setting)
    case .mode(1070, let setting): hasOwnRegisters = setting == 1 || setting == 3
    case .colorRegisters(let count): registerCount = count
    case .background, .foreground, .paletteColor: receive(color: reply)
    case .cellSize: tellsCellSize = true
    case .operatingStatus, .cursor, .mode, .graphics, .textArea, .focus: break
    }
  }

  /// Takes in a reply of the terminal behind tmux.
  mutating func receive(fromBehind reply: TerminalReply) {
    hasBehind = true
    receive(color: reply)
    makeBehind.receive(reply)
  }

  private mutating func receive(color reply: TerminalReply) {
    switch reply {
    case .background(let color): ownColors.background = color
    case .foreground(let color): ownColors.text = color
    case .paletteColor(let number, let color): ownColors[number] = color
    default: break
    }
  }
}

/// The make and version that a terminal reports of itself.
struct ReportedMake: Sendable {
  /// XTVERSION.
  private(set) var text: String?
  /// DA2's first number.
  private(set) var number: Int?
  /// DA2's second, read as a version.
  private(set) var numberVersion: TerminalVersion?

  mutating func receive(_ reply: TerminalReply) {
    switch reply {
    case .version(let text): self.text = text
    case .secondaryAttributes(let numbers):
      number = numbers.first
      numberVersion = numbers.dropFirst().first.map(Self.version)
    default: break
    }
  }

  /// The make and the version, each nil where it is not known.
  ///
  /// - Parameter silent: the make where the reports name none.
  func known(orElse silent: TerminalModel? = nil) -> (TerminalModel?, TerminalVersion?) {
    if let text { return (TerminalModel.saying(text), TerminalVersion(firstOf: text)) }
    return (number.flatMap(TerminalModel.making) ?? silent, numberVersion)
  }

  /// The version in DA2: VTE, alacritty, and screen send 0.70.6 as 7006.
  ///
  /// A number below a thousand counts patches, as xterm's 379 does.
  private static func version(of number: Int) -> TerminalVersion {
    TerminalVersion(
      numbers: number < 1000 ? [number] : [number / 10_000, number / 100 % 100, number % 100])
  }
}
