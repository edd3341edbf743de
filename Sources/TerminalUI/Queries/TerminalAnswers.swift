import Raster

/// The answers of a terminal in one round of questions.
struct TerminalAnswers: Sendable {
  /// XTVERSION.
  private(set) var version: String?
  /// XTVERSION of the terminal behind tmux.
  var outerVersion: String?
  /// DA2's first number.
  private(set) var make: Int?
  /// DA2's second, read as a version.
  private(set) var makeVersion: TerminalVersion?
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
  private(set) var background: Color?
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
    case .version(let text): version = text
    case .attributes(let numbers): hasSixel = numbers.dropFirst().contains(4)
    case .secondaryAttributes(let numbers):
      make = numbers.first
      makeVersion = numbers.dropFirst().first.map(Self.version)
    case .graphics(TerminalIdentity.graphicsQueryID, let message): hasGraphics = message == "OK"
    case .mode(2026, let setting): isSynchronized = (1...3).contains(setting)
    case .mode(1070, let setting): hasOwnRegisters = setting == 1 || setting == 3
    case .colorRegisters(let count): registerCount = count
    case .background(let color): background = color
    case .cellSize: tellsCellSize = true
    case .operatingStatus, .cursor, .mode, .graphics, .textArea, .focus: break
    }
  }

  /// The version in DA2: VTE, alacritty, and screen send 0.70.6 as 7006.
  ///
  /// A number below a thousand counts patches, as xterm's 379 does.
  private static func version(of number: Int) -> TerminalVersion {
    TerminalVersion(
      numbers: number < 1000 ? [number] : [number / 10_000, number / 100 % 100, number % 100])
  }
}
