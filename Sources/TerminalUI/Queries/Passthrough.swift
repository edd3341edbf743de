/// What has to be put around sequences that are meant for the terminal behind a multiplexer.
package enum Passthrough: Hashable, Sendable {
  case none
  /// `ESC P tmux;`, the sequences with every Esc doubled, `ESC \`; tmux takes 1 MiB at a time.
  case tmux

  /// The same bytes for the terminal behind.
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
