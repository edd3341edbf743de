/// What stands between the program and the terminal that shows its output.
enum Multiplexer: Hashable, Sendable {
  case tmux, screen

  /// `TMUX` and `STY` do not go over ssh, but `TERM` does; tmux may call itself `screen` there, and
  /// is taken for it: that costs its passthrough, where the converse would cost a title.
  init?(environment: (String) -> String?) {
    let type = environment("TERM") ?? ""
    if environment("TMUX")?.isEmpty == false || type.hasPrefix("tmux") {
      self = .tmux
    } else if environment("STY")?.isEmpty == false || type.hasPrefix("screen") {
      self = .screen
    } else {
      return nil
    }
  }
}
