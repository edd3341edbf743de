import CNcursesw
import Glibc
import Synchronization

/// The memory and streams of one ncurses screen.
///
/// `@unchecked Sendable`: only the screen's owner uses it, on one thread at a time; after that,
/// only the graveyard, under its lock.
struct CursesHandle: @unchecked Sendable {
  let screen: OpaquePointer
  let output: UnsafeMutablePointer<FILE>
  let input: UnsafeMutablePointer<FILE>

  /// Starts a screen on duplicates of two descriptors.
  init(terminal: String, output device: Int32, input keys: Int32) throws(TerminalError) {
    _ = CursesLocale.isUTF8
    output = try Self.stream(on: device, mode: "w")
    do throws(TerminalError) {
      input = try Self.stream(on: keys, mode: "r")
    } catch {
      fclose(output)
      throw error
    }
    let handlers = SignalHandlers()
    let screen = newterm(terminal, output, input)
    handlers.restore()
    guard let screen else {
      fclose(output)
      fclose(input)
      throw .unknownTerminal(name: terminal)
    }
    self.screen = screen
    CursesGraveyard.screenStarted()
  }

  /// Redirects the output of ncurses to another descriptor.
  func redirectOutput(to descriptor: Int32) {
    dup2(descriptor, fileno(output))
    _ = fcntl(fileno(output), F_SETFD, FD_CLOEXEC)
  }

  /// Retires the screen; called once, when it is no longer used.
  func retire() {
    CursesGraveyard.retire(self)
  }

  /// Frees the screen with all its windows.
  func free() {
    delscreen(screen)
    fclose(output)
    fclose(input)
  }

  private static func stream(
    on descriptor: Int32, mode: String
  ) throws(TerminalError) -> UnsafeMutablePointer<FILE> {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .systemFailure(call: "dup", errno: errno) }
    guard let stream = fdopen(copy, mode) else {
      close(copy)
      throw .systemFailure(call: "fdopen", errno: errno)
    }
    return stream
  }
}

/// Saves the program's signal handlers around a call that installs others.
///
/// ncurses would exit on SIGINT, and give a screen in memory the size of a terminal on SIGWINCH.
struct SignalHandlers {
  private static let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
  private let actions: [sigaction]

  /// Saves the current handlers.
  init() {
    actions = Self.signals.map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return action
    }
  }

  /// Restores the saved handlers.
  func restore() {
    for (signal, action) in zip(Self.signals, actions) {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}

/// Retired screens, until ncurses can free them.
///
/// `delscreen` of ncurses 6.4 frees the windows of every other screen as well. So all screens are
/// freed together, when the last one is retired.
enum CursesGraveyard {
  private struct State {
    var living = 0
    var retired: [CursesHandle] = []
  }

  private static let state = Mutex(State())

  static func screenStarted() {
    state.withLock { $0.living += 1 }
  }

  static func retire(_ handle: CursesHandle) {
    let doomed: [CursesHandle] = state.withLock { state in
      state.living -= 1
      state.retired.append(handle)
      guard state.living == 0 else { return [] }
      defer { state.retired = [] }
      return state.retired
    }
    for handle in doomed { handle.free() }
  }
}
