/// The multiplexer between the program and the terminal that shows its output.
enum Multiplexer: Hashable, Sendable {
  case tmux, screen

  /// The first number of tmux's answer to DA2.
  static let tmuxMake = 84

  /// Finds the innermost multiplexer.
  ///
  /// Nested multiplexers both pass on their variables, but `TERM` is the innermost's. Tmux may call
  /// itself `screen`. Then it is recognized only if `TMUX` is set and `STY` is not; ssh passes on
  /// neither. Taking tmux for screen costs its passthrough and the mouse; the opposite mistake would
  /// print its wrappers.
  init?(environment: (String) -> String?) {
    let type = environment("TERM") ?? ""
    func isSet(_ variable: String) -> Bool { environment(variable)?.isEmpty == false }
    if type.hasPrefix("tmux") || (isSet("TMUX") && !isSet("STY")) {
      self = .tmux
    } else if isSet("STY") || type.hasPrefix("screen") {
      self = .screen
    } else {
      return nil
    }
  }
}

/// The wrapper of sequences for the terminal behind a multiplexer.
package enum Passthrough: Hashable, Sendable {
  case none
  /// `ESC P tmux;`, the sequences with every Esc doubled, `ESC \`; tmux accepts 1 MiB at a time.
  case tmux

  /// The bytes, wrapped for the terminal behind.
  package func wrapped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    switch self {
    case .none: return Array(bytes)
    case .tmux:
      var wrapped = Array("\u{1B}Ptmux;".utf8)
      for byte in bytes {
        if byte == InputToken.escape { wrapped.append(byte) }
        wrapped.append(byte)
      }
      return wrapped + Array("\u{1B}\\".utf8)
    }
  }
}
