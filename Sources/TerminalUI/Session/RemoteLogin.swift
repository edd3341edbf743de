/// Whether somebody has logged in from elsewhere, so that frames go over a network.
///
/// A multiplexer answers itself, at once, however far its own terminal is, and takes all that it is
/// given: tmux leaves out what its terminal is too slow for. So its link can't be measured, and need
/// not be. What it tells of a login is taken at its word: tmux hands `SSH_CONNECTION` of whoever
/// attaches to new panes (`update-environment`), while older ones keep what they began with. Where
/// that is out of date, a terminal nearby is judged by its rate, or one far off as tmux itself.
enum RemoteLogin {
  private static let variables = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"]

  static func isSuggested(by environment: (String) -> String?) -> Bool {
    variables.contains { environment($0)?.isEmpty == false }
  }
}
