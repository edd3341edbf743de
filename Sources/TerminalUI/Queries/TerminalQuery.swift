import Raster
import TerminalGraphics

/// The questions to a terminal.
enum TerminalQuery {
  /// The size of a cell and of the text area; some terminals answer the first, some the second.
  static let sizes = "\u{1B}[16t\u{1B}[14t"

  /// XTVERSION.
  private static let version = "\u{1B}[>q"
  /// DA2.
  private static let secondaryAttributes = "\u{1B}[>c"
  /// The default background and foreground, and the palette colors for accents.
  ///
  /// Each is a query of its own, because terminals differ in their answers to several at once.
  private static let colors = ["11", "10"] + OwnColors.numbers.map { "4;\($0)" }
  /// The query for the kitty graphics protocol: a pixel that is not stored (the protocol's
  /// documentation).
  private static let graphics =
    "\u{1B}_Gi=\(TerminalIdentity.graphicsQueryID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// The queries whether each sixel picture has its own color registers (mode 1070), and for their
  /// number (XTSMGRAPHICS).
  private static let registers = "\u{1B}[?1070$p\u{1B}[?1;1;0S"

  /// All queries that identify a terminal, in one write, DA1 last.
  ///
  /// They are sent before a frame that draws the whole screen, because terminals print unknown
  /// sequences. Urxvt 9.30 prints the 31 characters of the graphics query, kitty 0.26.5 three of
  /// tmux's. So those are sent only if they are understood, or if `TERM` is not known to do harm.
  /// GNU screen would show the graphics query as a message, and tmux as a title.
  static func identification(of identity: TerminalIdentity) -> String {
    var text = version
    if identity.mayAskForGraphics { text += graphics + (identity.complains ? "" : registers) }
    // synchronized output, pictures for the clipboard, sizes, colors, DA2
    text += "\u{1B}[?2026$p\u{1B}[?5522$p" + sizes + colors(of: identity) + secondaryAttributes
    return text + StatusQuery.operatingStatus.text + StatusQuery.cursorPosition.text
      + StatusQuery.attributes.text
  }

  /// The queries for colors.
  ///
  /// GNU screen 4.9 interprets the background query as a window setting. At the next resize it resends that setting,
  /// empty, which makes kitty's background black. So each query is wrapped in a DCS, past screen.
  private static func colors(of identity: TerminalIdentity) -> String {
    let questions = colors.map {
      identity.isInScreen ? "\u{1B}P\u{1B}]\($0);?\u{7}\u{1B}\\" : "\u{1B}]\($0);?\u{1B}\\"
    }
    return questions.joined()
  }

  /// The queries for the terminal behind tmux: version, colors, and last DA2, which nearly all answer.
  ///
  /// If tmux does not pass them on, there is no answer. Tmux 3.3a also drops them while it has a pane to redraw, as
  /// after a change to the alternate screen. So they are sent only after tmux has answered the other queries. Urxvt
  /// would print the graphics query over tmux's status line, and GNU screen would interpret the background query as a
  /// setting.
  static func behindTmux(of identity: TerminalIdentity) -> String {
    let colors = identity.isAroundScreen ? "" : colors(of: identity)
    let text = version + colors + secondaryAttributes
    return String(decoding: Passthrough.tmux.wrapped(text.utf8), as: UTF8.self)
  }

  /// The query that asks the terminal to read a handed-over pixel without storing it.
  static func reading(_ handed: HandedBytes) -> String {
    let name = String(decoding: handed.payload, as: UTF8.self)
    return "\u{1B}_Gi=\(handed.medium.queryID),s=1,v=1,a=q,t=\(handed.medium.letter),f=24,"
      + "S=\(handed.count);\(name)\u{1B}\\"
  }

  /// The status queries of `identification`, in their order.
  static let statusQueries: [StatusQuery] = [.operatingStatus, .cursorPosition, .attributes]
}

/// A query whose answer shows that the terminal has processed everything before it.
///
/// So the answer acknowledges a frame. The cases are in order of preference.
package enum StatusQuery: CaseIterable, Hashable, Sendable {
  /// DSR 5; st does not answer it.
  case operatingStatus
  /// DA1; all tested terminals answer it.
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

  /// One pixel in each available medium, for the terminal to read.
  static func proofs() -> [HandedBytes] {
    let pixel = 3
    return allCases.compactMap {
      HandedBytes(pixel, by: $0) { $0.initializeMemory(as: UInt8.self, repeating: 0, count: pixel) }
    }
  }
}
