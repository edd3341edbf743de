import Glibc

/// The signals that end the program, for commands without a terminal.
enum EndingSignals {
  private static let all = [SIGINT, SIGTERM, SIGHUP]

  /// Keeps them pending for `wait`; to be called before any thread starts, which inherits the mask.
  static func block() {
    var set = signalSet
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Sleeps until one of them comes.
  static func wait() -> Int32 {
    var set = signalSet
    var signal: Int32 = 0
    while sigwait(&set, &signal) != 0 {}
    return signal
  }

  /// Ends the process by a signal, as its parent expects.
  static func die(of number: Int32) -> Never {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(128 + number)
  }

  private static var signalSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in all { sigaddset(&set, signal) }
    return set
  }
}
