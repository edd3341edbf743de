import Raster

/// The questions to a terminal.
enum TerminalQuery {
  /// The size of a cell and of the text area; some terminals answer one, some the other.
  static let sizes = "\u{1B}[16t\u{1B}[14t"

  /// XTVERSION.
  private static let version = "\u{1B}[>q"
  /// DA2.
  private static let secondaryAttributes = "\u{1B}[>c"
  /// The default background and foreground, and the colors of the palette for accents.
  ///
  /// Each is asked for by itself: terminals differ in what they answer to several at once.
  private static let colors = ["11", "10"] + OwnColors.numbers.map { "4;\($0)" }
  /// The query for the kitty graphics protocol: a pixel that is not kept (the protocol's
  /// documentation).
  private static let graphics =
    "\u{1B}_Gi=\(TerminalIdentity.graphicsQueryID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// Whether each sixel picture has color registers of its own (mode 1070), and how many there are
  /// (XTSMGRAPHICS).
  private static let registers = "\u{1B}[?1070$p\u{1B}[?1;1;0S"

  /// All questions that tell what a terminal is, in one write, DA1 last.
  ///
  /// They go out before a frame that draws the whole screen, because terminals print unknown
  /// sequences. Urxvt 9.30 prints the 31 characters of the graphics query, kitty 0.26.5 three of
  /// tmux's. So those are sent only where they are understood or, by `TERM`, not known to do harm.
  /// GNU screen would show the graphics query as a message, tmux make it a title.
  static func identification(of identity: TerminalIdentity) -> String {
    var text = version
    if identity.mayAskForGraphics { text += graphics + (identity.complains ? "" : registers) }
    // synchronized output, sizes, colors, DA2
    text += "\u{1B}[?2026$p" + sizes + colors(of: identity) + secondaryAttributes
    return text + StatusQuery.operatingStatus.text + StatusQuery.cursorPosition.text
      + StatusQuery.attributes.text
  }

  /// The questions for colors.
  ///
  /// GNU screen 4.9 takes that for the background for a setting of the window. At the next change of
  /// size it sends that setting anew, empty, and kitty's background is black then. So they go past
  /// screen, each in a DCS.
  private static func colors(of identity: TerminalIdentity) -> String {
    let questions = colors.map {
      identity.isInScreen ? "\u{1B}P\u{1B}]\($0);?\u{7}\u{1B}\\" : "\u{1B}]\($0);?\u{1B}\\"
    }
    return questions.joined()
  }

  /// The questions about the terminal behind tmux: its version, its colors, and DA2, which nearly
  /// all answer and so comes last.
  ///
  /// If tmux does not pass them on, no answer comes, and that is the answer. Tmux 3.3a also drops them
  /// while it has a pane to redraw, as after a change to the alternate screen. So they do not go with
  /// the rest, but when tmux has answered that. Urxvt would print the graphics query, over tmux's
  /// status line. GNU screen would take the background for a setting.
  static func behindTmux(of identity: TerminalIdentity) -> String {
    let colors = identity.isAroundScreen ? "" : colors(of: identity)
    let text = version + colors + secondaryAttributes
    return String(decoding: Passthrough.tmux.wrapped(text.utf8), as: UTF8.self)
  }

  /// Asks the terminal to read a pixel that is handed over, and not to keep it.
  static func reading(_ handed: HandedBytes) -> String {
    let name = String(decoding: handed.payload, as: UTF8.self)
    return "\u{1B}_Gi=\(handed.medium.queryID),s=1,v=1,a=q,t=\(handed.medium.letter),f=24,"
      + "S=\(handed.count);\(name)\u{1B}\\"
  }

  /// The status queries of `identification`, in their order.
  static let statusQueries: [StatusQuery] = [.operatingStatus, .cursorPosition, .attributes]
}

/// A question whose answer shows that the terminal has taken everything before it.
///
/// So the answer acknowledges a frame. The cases are in the order of preference.
package enum StatusQuery: CaseIterable, Hashable, Sendable {
  /// DSR 5; st does not answer it.
  case operatingStatus
  /// DA1; every terminal that was tried answers it.
  case attributes
  /// DSR 6; its answer may look like a key, see `TerminalReply.cursor`.
  case cursorPosition

  /// The bytes to send.
  package var bytes: [UInt8] { Array(text.utf8) }

  /// Whether a reply answers this question.
  package func isAnswered(by reply: TerminalReply) -> Bool {
    switch (self, reply) {
    case (.operatingStatus, .operatingStatus), (.attributes, .attributes),
      (.cursorPosition, .cursor):
      true
    default: false
    }
  }

  var text: String {
    switch self {
    case .operatingStatus: "\u{1B}[5n"
    case .attributes: "\u{1B}[c"
    case .cursorPosition: "\u{1B}[6n"
    }
  }
}

extension LocalMedium {
  /// The picture id in the query that asks the terminal to read from the medium.
  var queryID: UInt32 {
    switch self {
    case .sharedMemory: 32
    case .temporaryFile: 33
    }
  }

  init?(queryID: UInt32) {
    guard let medium = Self.allCases.first(where: { $0.queryID == queryID }) else { return nil }
    self = medium
  }

  /// A pixel in each medium that there is, for the terminal to read.
  static func proofs() -> [HandedBytes] {
    let pixel = 3
    return allCases.compactMap {
      HandedBytes(pixel, by: $0) { $0.initializeMemory(as: UInt8.self, repeating: 0, count: pixel) }
    }
  }
}
