/// Signs that the person has logged in from elsewhere, so that frames go over a network.
///
/// A multiplexer answers itself, at once, however far its own terminal is, and takes all bytes.
/// Tmux leaves out frames that its terminal is too slow for. So its link can't be measured, and
/// need not be.
///
/// Its word on a login counts. Tmux hands `SSH_CONNECTION` of an attaching client to new panes
/// (`update-environment`), while older ones keep theirs. Where that is out of date, a terminal
/// nearby is judged by its rate, or a distant one as tmux itself.
enum RemoteLogin {
  private static let variables = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"]

  static func isSuggested(by environment: (String) -> String?) -> Bool {
    variables.contains { environment($0)?.isEmpty == false }
  }
}
