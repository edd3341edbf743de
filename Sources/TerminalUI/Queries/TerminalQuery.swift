/// What a terminal is asked.
enum TerminalQuery {
  /// How large a cell is, and the text area: some answer one, some the other.
  static let sizes = "\u{1B}[16t\u{1B}[14t"

  /// XTVERSION.
  private static let version = "\u{1B}[>q"
  /// Is there the kitty graphics protocol? A pixel that is not kept (the protocol's documentation).
  private static let graphics =
    "\u{1B}_Gi=\(TerminalIdentity.graphicsQueryID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// Everything that tells what a terminal is, in one write, DA1 last.
  ///
  /// All of it is to be sent before a frame that draws the whole screen, because terminals print
  /// what they do not know: urxvt 9.30 the 31 characters of the graphics query, kitty 0.26.5 three
  /// of tmux's. So those are sent only where they are understood or, by `TERM`, not known to do
  /// harm: GNU screen would show the graphics query as a message, tmux make it a title. To tmux it
  /// goes wrapped, for the terminal behind; if tmux does not allow it, no answer comes, and that is
  /// the answer.
  static func identification(of identity: TerminalIdentity) -> String {
    var text = version
    switch identity.multiplexer {
    case .tmux:
      let wrapped = Passthrough.tmux.wrapped((version + graphics).utf8)
      text += String(decoding: wrapped, as: UTF8.self)
    case .screen: break
    case nil: if identity.mayAskForGraphics { text += graphics }
    }
    // synchronized output, sizes, default background, DA2
    text += "\u{1B}[?2026$p" + sizes + "\u{1B}]11;?\u{1B}\\" + "\u{1B}[>c"
    return text + StatusQuery.operatingStatus.text + StatusQuery.cursorPosition.text
      + StatusQuery.attributes.text
  }

  /// The status queries of `identification`, in their order.
  static let statusQueries: [StatusQuery] = [.operatingStatus, .cursorPosition, .attributes]
}
