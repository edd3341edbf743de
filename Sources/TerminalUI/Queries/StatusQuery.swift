/// A question whose answer tells that the terminal has taken everything before it.
///
/// So the answer acknowledges a frame. In the order of preference.
package enum StatusQuery: CaseIterable, Hashable, Sendable {
  /// DSR 5; st does not answer it.
  case operatingStatus
  /// DA1; every terminal that was tried answers it.
  case attributes
  /// DSR 6; its answer may look like a key, see `TerminalReply.cursor`.
  case cursorPosition

  /// What to send.
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
