import Glibc

/// The program's signal handlers around a call that installs its own.
///
/// ncurses would end the program on SIGINT in its own way, and on SIGWINCH give a screen in memory
/// the size of a terminal.
struct SignalHandlers {
  private static let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
  private let actions: [sigaction]

  /// Remembers the handlers of now.
  init() {
    actions = Self.signals.map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return action
    }
  }

  /// Puts them back.
  func restore() {
    for (signal, action) in zip(Self.signals, actions) {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
