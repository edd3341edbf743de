import CTerminalGuard
import Glibc

/// Signals as something to read, instead of handlers that run at any moment.
///
/// The system gives a signal to any thread that does not block it. A thread that started before the
/// queue would take signals with their own effects: the size of the terminal would stay unknown, and
/// the program would end with the terminal unrestored. Threads inherit the mask of the one that
/// starts them, so a program makes the queue on its main thread, before any other thread.
package final class SignalQueue {
  /// Readable when a signal waits.
  let descriptor: Int32
  /// The mask to restore; nil once that is done.
  private var formerMask: sigset_t?

  private static let signals = [
    SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE,
  ]

  /// Blocks the signals in the calling thread, and in those that it starts from then on.
  package init() throws(TerminalError) {
    var mask = Self.set(of: Self.signals)
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

  /// Gives signals their own effects again; called on the thread that made the queue.
  func release() {
    guard var mask = formerMask else { return }
    formerMask = nil
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// The waiting signals, in the order of arrival.
  ///
  /// A broken pipe is not among them: its writer gets an error.
  func readAll() -> [TerminalSignal] {
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

  /// Gives a signal its default effect on this process now.
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

  /// Forgets a waiting signal.
  static func discard(_ number: Int32) {
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

/// The request of a signal to the program.
package enum TerminalSignal: Hashable, Sendable {
  /// The terminal has another size.
  case resize
  /// Restore the terminal and end by this signal.
  case terminate(Int32)
  /// Restore the terminal and stop.
  case stop
  /// The program runs again and must draw the whole screen.
  case `continue`
}
