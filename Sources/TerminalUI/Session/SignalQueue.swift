import CTerminalGuard
import Glibc

/// Delivers signals as readable events, instead of handlers that run at any moment.
///
/// The system gives a signal to any thread that does not block it. A thread started before the queue would take signals
/// with their default effects: resizes would be missed, and the program would end without restoring the terminal.
/// Threads inherit the mask of their creator, so a program makes the queue on its main thread, before any other thread.
package final class SignalQueue {
  /// The descriptor that is readable when a signal waits.
  package let descriptor: Int32
  /// The mask to restore; nil after that.
  private var formerMask: sigset_t?

  /// The signals of a program that draws on a terminal.
  package static let signals = [
    SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE,
  ]

  /// Blocks signals in the calling thread, and in threads that it starts later.
  package init(of signals: [Int32] = SignalQueue.signals) throws(TerminalError) {
    var mask = Self.set(of: signals)
    var formerMask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &formerMask)
    descriptor = signalfd(-1, &mask, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    if descriptor < 0 {
      let reason = errno
      pthread_sigmask(SIG_SETMASK, &formerMask, nil)
      throw .systemFailure(call: "signalfd", errno: reason)
    }
    self.formerMask = formerMask
  }

  deinit {
    release()
    close(descriptor)
  }

  /// Restores the default effects of signals; called on the thread that made the queue.
  package func release() {
    guard var mask = formerMask else { return }
    formerMask = nil
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// The waiting signals, in order of arrival.
  ///
  /// SIGPIPE is not included, because the writer gets an error.
  package func readAll() -> [TerminalSignal] {
    var signals: [TerminalSignal] = []
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while read(descriptor, &info, size) == size {
      switch Int32(bitPattern: info.ssi_signo) {
      case SIGWINCH: signals.append(.resize)
      case SIGTSTP: signals.append(.stop)
      case SIGCONT: signals.append(.continue)
      case SIGPIPE: break
      case let signal: signals.append(.terminate(signal))
      }
    }
    return signals
  }

  /// Stops this program until it runs again, like Ctrl-Z.
  ///
  /// - Parameter withJob: whether its whole job stops too, because the terminal is the job's.
  package static func stop(withJob: Bool) {
    deliver(SIGTSTP) { kill(withJob ? 0 : getpid(), SIGTSTP) }
    discard(SIGCONT)
  }

  /// Discards the waiting signals of keys, which were for another program in the terminal.
  package static func discardKeys() { [SIGINT, SIGQUIT, SIGTSTP].forEach(discard) }

  /// Applies a signal's default effect to this process now.
  static func deliver(_ number: Int32, by send: () -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(number, &action, nil)
    var mask = set(of: [number])
    var former = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &mask, &former)
    send()
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  /// Discards a waiting signal.
  private static func discard(_ number: Int32) {
    var mask = set(of: [number])
    var noTime = timespec()
    sigtimedwait(&mask, nil, &noTime)
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}

/// A signal's request to the program.
package enum TerminalSignal: Hashable, Sendable {
  /// The terminal has another size.
  case resize
  /// Restore the terminal, and end by this signal.
  case terminate(Int32)
  /// Restore the terminal and stop.
  case stop
  /// The program runs again and must draw the whole screen.
  case `continue`
}
