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
  private let command: PseudoTerminal
  private let relay: Relay
  private var typer: KeyTyper?
  private var isTyped = false
  private var ending: Ending?

  /// The time that a command has to end after it was hung up.
  private static let patience = Duration.seconds(2)
  /// The time that a terminal has to answer after the command's end.
  private static let answerPatience = Duration.seconds(1)

  /// Starts the command; call it before the program's second thread.
  package init(_ configuration: ProfileConfiguration) throws {
    self.configuration = configuration
    signals = try SignalQueue()
    let isHeadless = configuration.headlessSize != nil
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
    var hangUpAt: Duration?
    while ending == nil {
      let now = poller.now
      let due = type(at: now)
      if isTyped, hangUpAt == nil {
        hangUpAt = now
        command.signal(SIGHUP)
        command.signal(SIGCONT)
      }
      let kill = hangUpAt.map { $0 + Self.patience }
      if let kill, now >= kill { command.signal(SIGKILL) }
      let isThere = relay.step(
        also: [command.noticeDescriptor, signals.descriptor],
        until: [due, kill.map { max($0, now + .milliseconds(100)) }].compactMap { $0 }.min())
      if !isThere { ending = .signal(SIGHUP) }
      takeSignals()
      takeNotices()
    }
    let end = poller.now
    if case .signal = ending {} else { drain() }
    relay.finish()
    raw?.close(after: relay.profiler.restoring)
    signals.release()
    let subject = ProfileReport.Subject(
      command: configuration.command, link: configuration.link?.description,
      duration: end - start, exitStatus: ending?.exitStatus)
    return (ending ?? .typed, ProfileReport(subject, relay.profiler.recorder))
  }

  /// Passes on what the command has left, and waits for the answers that would otherwise come to the shell.
  private func drain() {
    relay.readRest()
    let patience = Self.answerPatience + (configuration.link?.roundTrip ?? .zero)
    var end = poller.now + patience
    while !relay.isDrained, poller.now < end {
      let before = relay.waitingBytes
      guard relay.step(also: [], until: end) else { return }
      // A slow link gets the time that it needs.
      if relay.waitingBytes < before { end = poller.now + patience }
    }
  }

  private func takeNotices() {
    for notice in command.notices() {
      switch notice {
      case .stopped: suspend()
      case .ended(let how):
        if ending == nil { ending = isTyped ? .typed : .command(how) }
        command.reap()
        return
      }
    }
  }

  private func takeSignals() {
    for signal in signals.readAll() {
      switch signal {
      case .resize: takeSize()
      case .stop: command.signal(SIGTSTP)
      case .continue:
        raw?.takeOver()
        takeSize()
      case .terminate(let number):
        command.signal(number)
        ending = ending ?? .signal(number)
      }
    }
  }

  /// Stops with the command, which has left the terminal as a shell expects it.
  private func suspend() {
    drain()
    raw?.suspend()
    takeSize()
    command.signal(SIGCONT)
  }

  private func takeSize() {
    if let raw { relay.resize(to: raw.windowSize) }
  }

  /// Types the keys that are due.
  ///
  /// - Returns: when to look again.
  private func type(at now: Duration) -> Duration? {
    if isTyped { return nil }
    while true {
      switch typer?.next(
        at: now, frames: relay.profiler.recorder.frames.count, lastOutput: relay.lastOutput)
      {
      case .press(let key): relay.send(key.sequence(for: relay.profiler.modes), at: now)
      case .resize(let size): if raw == nil { relay.resize(to: winsize(size)) }
      case .wait(let instant): return instant
      case .end:
        isTyped = true
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
