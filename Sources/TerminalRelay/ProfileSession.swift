import Foundation
import FrameProfiling
import Glibc
import Raster
import Recordings
import TerminalUI

/// The command to profile, and its circumstances.
package struct ProfileConfiguration: Sendable {
  package var command: [String]
  /// The size of a terminal in memory; nil to use the person's terminal.
  package var headlessSize: CellSize?
  package var link: LinkShape?
  /// The keys to type; after them the command is hung up.
  package var keys: Script?
  /// The device of another terminal, to show the figures on meanwhile.
  package var panelPath: String?

  package init(command: [String]) { self.command = command }
}

/// Runs a command between a pseudo-terminal and a terminal until it ends.
package final class ProfileSession {
  package enum Ending: Equatable, Sendable {
    case command(CommandEnding)
    /// The command was hung up after the last key.
    case typed
    /// A signal came to this program.
    case signal(Int32)

    /// The exit status of a command that ended by itself.
    package var exitStatus: Int32? {
      if case .command(let ending) = self { ending.status } else { nil }
    }
  }

  private let configuration: ProfileConfiguration
  private let signals: SignalQueue
  private let poller: any Poller = SystemClock()
  /// The person's terminal; nil without one.
  private let raw: RawTerminal?
  private let panel: PanelTerminal?
  private let command: PseudoTerminal
  private let relay: Relay
  private var typer: KeyTyper?
  private var phase = Phase.running

  private enum Phase {
    case running
    /// The command was asked to end.
    case ending(since: Duration, Ending)
    /// The command has ended.
    case ended(Ending)
    /// The command still runs, but is left to itself.
    case left(Ending)
  }

  /// The time that a command has to end after a request.
  private static let patience = Duration.seconds(2)
  /// The time that a terminal has to answer after the command's end.
  private static let answerPatience = Duration.seconds(1)

  /// Starts the command; call it before the program's second thread.
  package init(_ configuration: ProfileConfiguration) throws {
    self.configuration = configuration
    signals = try SignalQueue()
    let isHeadless = configuration.headlessSize != nil
    if let path = configuration.panelPath {
      let figures = ProfilePanel(
        command: configuration.command, link: configuration.link?.description)
      panel = try PanelTerminal(
        path: path, isOwnFree: isHeadless, panel: figures, poller: poller)
    } else {
      panel = nil
    }
    raw = isHeadless ? nil : try RawTerminal(poller: poller)
    let window = configuration.headlessSize.map(winsize.init) ?? raw?.windowSize ?? winsize()
    let size = window.cells
    do {
      let screen = try EmulatedTerminal(size: size)
      // Input that a shell pipes in is for the command; keys come from the terminal.
      let isPiped = !isHeadless && isatty(STDIN_FILENO) == 0
      command = try PseudoTerminal(
        configuration.command, environment: Self.environment(isHeadless: isHeadless),
        input: isPiped ? STDIN_FILENO : nil, size: window, modes: raw?.foundModes)
      relay = Relay(
        StreamProfiler(
          screen: screen, size: size, encoder: DirectEncoding(),
          linkDelay: configuration.link?.delay ?? .zero),
        between: command, and: try raw ?? HeadlessTerminal(EmulatedTerminal(size: size)),
        over: configuration.link, poller: poller)
    } catch {
      raw?.close(after: [])
      throw error
    }
    typer = configuration.keys.map(KeyTyper.init)
  }

  /// Runs until the command has ended, and gives the terminal back.
  package func run() -> (ending: Ending, report: ProfileReport) {
    let start = poller.now
    while ending == nil {
      let now = poller.now
      let due = [
        type(at: now), enforceEnd(at: now), panel?.draw(relay.profiler.recorder, at: now),
      ].compactMap { $0 }.min()
      let input = relay.step(also: [command.noticeDescriptor, signals.descriptor], until: due)
      if input == nil { phase = .left(.signal(SIGHUP)) }
      takeSignals()
      takeNotices()
    }
    let end = poller.now
    if case .ended = phase { drain() }
    relay.finish()
    raw?.close(after: relay.restoring)
    panel?.restore()
    signals.release()
    let subject = ProfileReport.Subject(
      command: configuration.command, link: configuration.link?.description,
      duration: end - start, exitStatus: ending?.exitStatus)
    return (ending ?? .typed, ProfileReport(subject, relay.profiler.recorder))
  }

  /// Passes on what the command has written so far.
  private func drain() {
    relay.drain(
      patience: Self.answerPatience + (configuration.link?.roundTrip ?? .zero),
      isHurried: isInterrupted, signals: signals.descriptor
    ) {
      takeSignals()
    }
  }

  /// The ending; nil while the command runs and is waited for.
  private var ending: Ending? {
    switch phase {
    case .running, .ending: nil
    case .ended(let ending), .left(let ending): ending
    }
  }

  private var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  private var isInterrupted: Bool {
    if case .signal = ending { true } else { false }
  }

  private func requestEnd(by signal: Int32, at now: Duration, because reason: Ending) {
    phase = .ending(since: now, reason)
    command.signal(signal)
    // A stopped command would not end.
    command.signal(SIGCONT)
  }

  /// Kills a command that was hung up and has not ended, or leaves one that a signal has not ended.
  ///
  /// - Returns: when to look again.
  private func enforceEnd(at now: Duration) -> Duration? {
    guard case .ending(let start, let reason) = phase else { return nil }
    let due = start + Self.patience
    guard now >= due else { return due }
    guard reason == .typed else {
      phase = .left(reason)
      return now
    }
    command.signal(SIGKILL)
    return now + .milliseconds(100)
  }

  private func takeNotices() {
    for notice in command.notices() {
      switch notice {
      case .stopped: suspend()
      case .ended(let how):
        switch phase {
        case .running: phase = .ended(.command(how))
        case .ending(_, let reason), .ended(let reason), .left(let reason): phase = .ended(reason)
        }
        command.waitForLeader()
        return
      }
    }
  }

  /// - Returns: whether one of them ends this program.
  @discardableResult private func takeSignals() -> Bool {
    var isEnding = false
    for signal in signals.readAll() {
      switch signal {
      case .resize: takeSize()
      case .stop: command.signal(SIGTSTP)
      case .continue:
        raw?.takeOver()
        resume()
      case .terminate(let number):
        isEnding = true
        terminate(by: number)
      }
    }
    return isEnding
  }

  private func terminate(by signal: Int32) {
    switch phase {
    case .running: requestEnd(by: signal, at: poller.now, because: .signal(signal))
    case .ending, .left:
      // A second signal doesn't wait.
      requestEnd(by: signal, at: poller.now, because: .signal(signal))
      phase = .left(.signal(signal))
    case .ended: phase = .ended(.signal(signal))
    }
  }

  /// Stops with the command, which has left the terminal as a shell expects it.
  private func suspend() {
    drain()
    // A signal may have come meanwhile.
    if isRunning {
      if let raw { raw.suspend() } else { SignalQueue.stop(withJob: false) }
      resume()
    }
    command.signal(SIGCONT)
  }

  /// Goes on after a stop, in which the terminal was another program's.
  private func resume() {
    if raw != nil { relay.forgetQueries() }
    takeSize()
  }

  private func takeSize() {
    if let raw { relay.resize(to: raw.windowSize) }
  }

  /// Types the keys that are due.
  ///
  /// - Returns: when to look again.
  private func type(at now: Duration) -> Duration? {
    guard isRunning else { return nil }
    while true {
      switch typer?.next(
        at: now, frames: relay.profiler.recorder.frames.count, lastOutput: relay.lastOutput)
      {
      case .press(let key): relay.send(key.sequence(for: relay.profiler.modes), at: now)
      case .resize(let size): if raw == nil { relay.resize(to: winsize(size)) }
      case .wait(let instant): return instant
      case .end:
        requestEnd(by: SIGHUP, at: now, because: .typed)
        return nil
      case nil: return nil
      }
    }
  }

  /// Without the size that a shell may have exported; for a terminal in memory, with its type.
  private static func environment(isHeadless: Bool) -> [String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["COLUMNS", "LINES"] { variables[name] = nil }
    if isHeadless { variables.merge(["TERM": "xterm-256color", "COLORTERM": "truecolor"]) { $1 } }
    return variables.map { "\($0.key)=\($0.value)" }
  }
}

extension winsize {
  fileprivate init(_ size: CellSize) {
    self.init(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
