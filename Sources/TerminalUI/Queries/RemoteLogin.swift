/// Signs of a remote login, so that frames go over a network.
///
/// A multiplexer answers queries itself, at once, and accepts all bytes, however far its own
/// terminal is. Tmux skips frames that are too fast for its terminal. So its link can't be
/// measured, and need not be.
///
/// Its variables tell of the login. Tmux passes `SSH_CONNECTION` of an attaching client to new
/// panes (`update-environment`), while older panes keep theirs. If the variable is out of date, a
/// local terminal is judged by its rate, and a remote one like tmux itself.
enum RemoteLogin {
  private static let variables = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"]

  static func isSuggested(by environment: (String) -> String?) -> Bool {
    variables.contains { environment($0)?.isEmpty == false }
  }
}
