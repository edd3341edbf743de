import Raster
import TerminalGraphics
import Testing

@testable import TerminalUI

@Suite struct TerminalIdentityTests {
  /// The features of a terminal after it has answered everything.
  private static func features(
    _ terminal: RecordedTerminal, environment: [String: String] = [:], isUTF8: Bool = true
  ) -> TerminalFeatures {
    var environment = environment
    environment["TERM"] = environment["TERM"] ?? terminal.type
    var identity = TerminalIdentity(
      window: terminal.window, isUTF8: isUTF8, environment: { environment[$0] })
    identity.beginRound()
    let questions = TerminalQuery.identification(of: identity)
    for reply in Self.replies(terminal.answers(to: questions)) { identity.receive(reply) }
    #expect(identity.isComplete)
    return identity.features
  }

  static func replies(_ texts: [String]) -> [TerminalReply] {
    var filter = InputFilter()
    filter.isAwaitingCursor = true
    return filter.pieces(in: Array(texts.joined().utf8), at: .zero).compactMap {
      if case .reply(let reply) = $0 { reply } else { nil }
    }
  }

  struct Expected: Sendable {
    let terminal: String
    let name: String
    var graphics = GraphicsProtocol.none
    var cell: PixelSize?
    var query = StatusQuery.operatingStatus
    var repeats = true
    var erases = true
    var isSynchronized = false
    var symbols: SymbolSet?
  }

  @Test(arguments: [
    Expected(
      terminal: "alacritty", name: "alacritty 0.17.0", cell: PixelSize(width: 9, height: 18),
      symbols: .quadrant),
    Expected(
      terminal: "kitty", name: "kitty 0.26.5", cell: PixelSize(width: 6, height: 13),
      isSynchronized: true, symbols: .sextant),
    Expected(
      terminal: "konsole", name: "konsole 22.12.3", graphics: .kittyDirect,
      cell: PixelSize(width: 8, height: 17), symbols: .sextant),
    Expected(
      terminal: "mlterm", name: "mlterm 279",
      cell: PixelSize(width: 10, height: 19)),
    Expected(
      terminal: "screen", name: "screen 4.9.0", cell: PixelSize(width: 6, height: 13),
      repeats: false, erases: false),
    Expected(
      terminal: "st", name: "st", cell: PixelSize(width: 7, height: 13), query: .attributes),
    Expected(
      terminal: "tmux", name: "tmux 3.3", cell: PixelSize(width: 6, height: 13), repeats: false,
      erases: false),
    Expected(
      terminal: "urxvt", name: "urxvt 95", cell: PixelSize(width: 6, height: 13), repeats: false,
      symbols: .quadrant),
    Expected(
      terminal: "vte", name: "VTE 0.70.6", cell: PixelSize(width: 10, height: 19),
      symbols: .sextant),
    Expected(terminal: "xterm", name: "xterm 379", cell: PixelSize(width: 6, height: 13)),
    Expected(
      terminal: "xterm340", name: "xterm 379", graphics: .sixel(.own(256), takesWhole: true),
      cell: PixelSize(width: 6, height: 13)),
  ])
  func `each terminal is recognized by what it answered`(expected: Expected) throws {
    let terminal = try RecordedTerminal(expected.terminal)
    let features = Self.features(terminal)
    #expect(features.name == expected.name)
    #expect(features.graphics == expected.graphics)
    #expect(features.passthrough == .none)
    #expect(features.cellPixels == expected.cell)
    #expect(features.acknowledgement == expected.query)
    #expect(features.repeatsCharacters == expected.repeats)
    #expect(features.erasesWithBackground == expected.erases)
    #expect(features.isSynchronized == expected.isSynchronized)
    #expect(features.finestSymbols == expected.symbols)
  }

  @Test(arguments: RecordedTerminal.names)
  func `a terminal's answers count more than inherited variables`(name: String) throws {
    let terminal = try RecordedTerminal(name)
    let inherited = [
      "KITTY_WINDOW_ID": "1", "GHOSTTY_RESOURCES_DIR": "/x", "TERM_PROGRAM": "WezTerm",
    ]
    #expect(Self.features(terminal, environment: inherited) == Self.features(terminal))
  }

  @Test(arguments: RecordedTerminal.names)
  func `without UTF-8 there are letters only, and no placeholders`(name: String) throws {
    let features = Self.features(try RecordedTerminal(name), isUTF8: false)
    #expect(features.finestSymbols == .ascii)
    #expect(features.graphics != .kitty)
  }

  @Test(arguments: [nil, "foot(1.21.0)", "XTerm(398)"])
  func `tmux announces sixels whatever is behind it, so they are not taken for granted`(
    outer: String?
  ) {
    var identity = Self.identity(["TMUX": "x", "TERM": "tmux-256color"])
    for reply: TerminalReply in [.version("tmux 3.5a"), .attributes([1, 2, 4])] {
      identity.receive(reply)
    }
    if let outer { identity.receive(.version(outer)) }
    #expect(identity.features.graphics == .none)
  }

  @Test(arguments: [nil, "foot(1.21.0)"])
  func `tmux brackets pastes, and passes on the brackets of what is behind it`(outer: String?) {
    var identity = Self.identity(["TMUX": "x", "TERM": "tmux-256color"])
    #expect(!identity.bracketsPastes)
    for reply: TerminalReply in [.version("tmux 3.5a"), .attributes([1, 2, 4])] {
      identity.receive(reply)
    }
    if let outer { identity.receive(.version(outer)) }
    #expect(identity.bracketsPastes)
    var screen = Self.identity(["STY": "1.pts", "TERM": "screen"])
    screen.receive(.attributes([1, 2]))
    #expect(!screen.bracketsPastes)
  }

  @Test(arguments: [("Konsole 22.12.3", true), ("Konsole 21.08", false), ("kitty(0.26.5)", false)])
  func `konsole places graphics directly, from the version that was seen`(
    version: String, has: Bool
  ) {
    #expect((Self.saying(version).graphics == .kittyDirect) == has)
  }

  @Test(
    arguments: [
      ("kitty(0.25.2)", nil), ("kitty(0.26.5)", .sextant), ("kitty(0.41.1)", .octant),
      ("foot(1.13.1)", nil), ("foot(1.21.0)", .octant), ("Konsole 21.08", nil),
      ("Konsole 25.04.2", .sextant), ("WezTerm 20240203-110809-5046fc22", nil),
      ("XTerm(398)", nil), ("unheard-of 9.9", nil),
    ] as [(String, SymbolSet?)])
  func `the finest symbols are those that a version was seen to draw`(
    version: String, finest: SymbolSet?
  ) {
    #expect(Self.saying(version).finestSymbols == finest)
  }

  /// The features of a terminal that answers a query for graphics with OK, and DA1.
  private static func saying(_ version: String) -> TerminalFeatures {
    var identity = Self.identity([:])
    for reply: TerminalReply in [
      .version(version), .graphics(id: 31, message: "OK"), .attributes([62, 22]),
    ] { identity.receive(reply) }
    return identity.features
  }

  @Test(arguments: [
    ("kitty(0.27.1)", false), ("kitty(0.28.0)", true), ("kitty(0.28)", true),
    ("kitty(1.0)", true), ("kitty", false), ("ghostty 1.0.1", true), ("Rio 0.2.0", false),
    ("Rio 0.5.27", true), ("Konsole 24.08.1", false), ("WezTerm 20240203-110809-5046fc22", false),
    ("WarpTerminal(v0.2024)", false), ("unheard-of 9.9", false), ("VTE(7600)", false), ("", false),
  ])
  func `an answer of OK is not enough for placeholders`(version: String, has: Bool) {
    #expect((Self.saying(version).graphics == .kitty) == has)
  }

  @Test(
    arguments: [
      (["TMUX": "x", "TERM": "screen-256color"], Multiplexer.tmux),
      (["TMUX": "x", "TERM": "xterm-256color"], .tmux),
      (["TMUX": "x", "STY": "1.pts", "TERM": "tmux-256color"], .tmux),
      (["TMUX": "x", "STY": "1.pts", "TERM": "screen.tmux-256color"], .screen),
      (["TMUX": "x", "STY": "1.pts", "TERM": "xterm-256color"], .screen),
      (["TERM": "screen"], .screen), (["TERM": "tmux-256color"], .tmux),
      (["TERM": "xterm-256color"], nil),
    ] as [([String: String], Multiplexer?)])
  func `the innermost multiplexer counts`(environment: [String: String], expected: Multiplexer?) {
    #expect(Multiplexer { environment[$0] } == expected)
  }

  @Test func `without an answer of OK there are no placeholders either`() {
    var identity = Self.identity([:])
    identity.receive(.version("kitty(0.31.0)"))
    identity.receive(.attributes([62]))
    #expect(identity.features.graphics == .none)
    identity.receive(.graphics(id: 31, message: "ENOTSUP"))
    #expect(identity.features.graphics == .none)
    #expect(!identity.mayReadHere)
  }

  @Test(arguments: [
    ([:], true), (["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], false),
    (["TERM": "tmux-256color", "TMUX": "x"], false),
  ])
  func `only a kitty with nothing in between may read here`(
    environment: [String: String], may: Bool
  ) {
    var identity = Self.identity(environment)
    for reply: TerminalReply in [
      .version("tmux 3.5a"), .version("kitty(0.41.1)"), .graphics(id: 31, message: "OK"),
      .attributes([62]), .version("kitty(0.41.1)"), .graphics(id: 31, message: "OK"),
    ] { identity.receive(reply) }
    #expect(identity.features.graphics == .kitty)
    #expect(identity.mayReadHere == may)
    identity.hasRead(.sharedMemory)
    #expect((identity.features.medium != nil) == may)
  }

  static func identity(_ environment: [String: String]) -> TerminalIdentity {
    var identity = TerminalIdentity(
      window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
      environment: { environment[$0] })
    identity.beginRound()
    return identity
  }

  @Test(arguments: [false, true])
  func `terminfo tells how an unknown terminal erases`(erases: Bool) {
    for (version, expected) in [("nobody 1", erases), ("tmux 3.3a", false), ("XTerm(379)", true)] {
      var identity = TerminalIdentity(
        window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
        erasesWithBackground: erases, environment: { _ in nil })
      identity.beginRound()
      #expect(!identity.features.erasesWithBackground)
      identity.receive(.version(version))
      identity.receive(.attributes([6]))
      #expect(identity.features.erasesWithBackground == expected, "\(version)")
    }
  }

  @Test func `a terminal that answers some of it acknowledges by what it answers`() {
    var identity = Self.identity([:])
    identity.receive(.cursor(row: 1, column: 1))
    #expect(identity.features.acknowledgement == .cursorPosition)
    #expect(!identity.isComplete)
    identity.receive(.attributes([6]))
    #expect(identity.features.acknowledgement == .attributes)
    identity.beginRound()
    identity.receive(.cursor(row: 1, column: 1))
    #expect(identity.features.acknowledgement == .attributes, "until the round is over")
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], "kitty", SymbolSet.sextant, "xterm-kitty", nil),
      (["TERM": "foot-direct"], "foot", .octant, "foot-direct", nil),
      (["TERM": "alacritty"], "alacritty", .quadrant, "alacritty", .quadrant),
      (["TERM": "st-256color", "KITTY_WINDOW_ID": "1"], "st", nil, "st", nil),
      (["TERM": "linux"], "Linux console", nil, "Linux console", nil),
      (["TERM": "xterm-256color"], "xterm-256color", nil, "xterm-256color", nil),
      (
        ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], "kitty", .sextant, "xterm-256color",
        nil
      ),
      (
        ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], "VS Code", nil, "VS Code", nil
      ),
      (
        ["TERM": "xterm-256color", "TERM_PROGRAM": "elsewhere"], "xterm-256color", nil,
        "xterm-256color", nil
      ),
      (
        ["TERM": "xterm-256color", "TMUX": "/tmp/x", "KITTY_WINDOW_ID": "1"], "tmux", nil, "tmux",
        nil
      ),
      (["TERM": "screen.xterm-256color", "STY": "1.x"], "screen", nil, "screen", nil),
      ([:], "", nil, "", nil),
    ] as [([String: String], String, SymbolSet?, String, SymbolSet?)])
  func `a name from the environment holds until the terminal fails to report it`(
    environment: [String: String], early: String, earlySymbols: SymbolSet?, late: String,
    lateSymbols: SymbolSet?
  ) {
    var identity = Self.identity(environment)
    #expect(identity.features.name == early)
    #expect(identity.features.finestSymbols == earlySymbols)
    identity.receive(.attributes([62]))
    #expect(identity.features.name == late)
    #expect(identity.features.finestSymbols == lateSymbols)
    #expect(identity.features.graphics == .none)
  }

  @Test(arguments: [(0, false), (1, true), (2, true), (3, true), (4, false)])
  func `synchronized output is one of three settings`(setting: Int, has: Bool) {
    var identity = Self.identity([:])
    identity.receive(.mode(2026, setting: setting))
    identity.receive(.attributes([62]))
    #expect(identity.features.isSynchronized == has)
  }
}
