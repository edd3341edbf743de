import Raster

/// The answers of a terminal to one round of queries.
struct TerminalAnswers: Sendable {
  /// The make that the terminal reports.
  private(set) var make = ReportedMake()
  /// The make that the terminal behind tmux reports.
  private(set) var makeBehind = ReportedMake()
  /// Whether the terminal behind tmux has answered.
  private(set) var hasBehind = false
  /// Whether the graphics query was answered with OK.
  private(set) var hasGraphics = false
  /// Whether DA1 lists sixel.
  private(set) var hasSixel = false
  /// The color registers for sixels.
  var sixelRegisters: SixelRegisters {
    SixelRegisters(areOwn: hasOwnRegisters, count: registerCount)
  }
  private(set) var isSynchronized = false
  /// Whether the terminal has the mode of kitty's clipboard protocol.
  private(set) var takesPictures = false
  private(set) var tellsCellSize = false
  private(set) var ownColors = OwnColors()
  private var statusQueries: Set<StatusQuery> = []
  private var hasOwnRegisters = false
  private var registerCount: Int?

  /// The first answered status query, in the order of preference.
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
    case .mode(5522, let setting): takesPictures = (1...3).contains(setting)
    case .mode(1070, let setting): hasOwnRegisters = setting == 1 || setting == 3
    case .colorRegisters(let count): registerCount = count
    case .background, .foreground, .paletteColor: receive(color: reply)
    case .cellSize: tellsCellSize = true
    case .operatingStatus, .cursor, .mode, .graphics, .textArea, .focus, .clipboard: break
    }
  }

  /// Receives a reply of the terminal behind tmux.
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
  /// The answer to XTVERSION.
  private(set) var text: String?
  /// The first number of DA2.
  private(set) var number: Int?
  /// The second number of DA2, read as a version.
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

  /// The make and the version; nil if unknown.
  ///
  /// - Parameter silent: the make if the reports name none.
  func known(orElse silent: TerminalModel? = nil) -> (TerminalModel?, TerminalVersion?) {
    if let text { return (TerminalModel.saying(text), TerminalVersion(firstOf: text)) }
    return (number.flatMap(TerminalModel.making) ?? silent, numberVersion)
  }

  /// The version in DA2: VTE, alacritty, and screen send 0.70.6 as 7006.
  ///
  /// A number below a thousand is a patch level, such as xterm's 379.
  private static func version(of number: Int) -> TerminalVersion {
    TerminalVersion(
      numbers: number < 1000 ? [number] : [number / 10_000, number / 100 % 100, number % 100])
  }
}
