import CTerminalGuard
import Glibc
import Raster
import TerminalGraphics

/// Asks the terminal of standard output for its features, without taking its screen over.
///
/// Main thread only. Signals keep their keys. The terminal is asked only if it is the program's own, and if the program
/// is in the foreground.
package final class TerminalInquiry {
  private let poller: any Poller
  private let environment: (String) -> String?
  /// The terminal; nil if none can be asked.
  private let device: TerminalDevice?
  private var conversation: TerminalConversation
  private let capabilities: TerminalCapabilities
  private let size: CellSize?
  /// The text that came with the answers, for the next program.
  private var typed: [UInt8] = []
  /// The time of the first query, while answers are due.
  private var askedAt: Duration?

  /// The time that pictures wait for the terminal, and for the one behind tmux, which may get no queries.
  private static let patience = Duration.milliseconds(500)
  private static let patienceBehind = Duration.milliseconds(150)
  /// The time after which no answer comes.
  private static let longestWait = Duration.seconds(1)

  package init(poller: any Poller) {
    self.poller = poller
    let environment = TerminalSession.environment(of: nil)
    self.environment = environment
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let capabilities = OutputTerminal.capabilities(isPiped: !isTerminal, environment: environment)
    self.capabilities = capabilities
    let window = Self.window(of: isTerminal ? "/proc/self/fd/1" : "/dev/tty")
    let assumed = CellSize(columns: 80, rows: 24)
    size = isTerminal ? window?.cells ?? assumed : nil
    let isOwn = isTerminal && tcgetpgrp(STDOUT_FILENO) >= 0 && OutputTerminal.canBeAsked
    device = isOwn ? try? TerminalDevice(path: "/dev/tty", poller: poller) : nil
    conversation = TerminalConversation(
      TerminalIdentity(
        window: window ?? WindowSize(cells: assumed), isUTF8: capabilities.isUTF8,
        erasesWithBackground: capabilities.erasesWithBackground, environment: environment),
      hasKeysForFocus: false)
  }

  deinit { close() }

  /// Asks, and waits a moment for the answers.
  package func ask() -> OutputTerminal {
    // Waiting lines are the next program's, and some systems don't let them be put back.
    if let device, !device.hasInput {
      terminal_guard_arm(device.control, -1, -1)
      device.set(device.foundModes.withoutLines)
      let start = poller.now
      askedAt = start
      send(conversation.askWhatItIs(at: start), to: device)
      receive(from: device, until: start + Self.patience)
      if conversation.wantsToKnowWhatIsBehind(after: TerminalInput()) {
        send(conversation.askWhatIsBehind(at: poller.now), to: device)
        receive(from: device, until: poller.now + Self.patienceBehind)
      }
      if conversation.identity.isComplete { giveBack(device) }
    }
    return OutputTerminal(
      capabilities, conversation.identity.features, size: size, environment: environment)
  }

  /// Gives the terminal back, after late answers, which the next program would take for keys.
  package func close() {
    guard let device, let askedAt else { return }
    receive(from: device, until: askedAt + Self.longestWait)
    giveBack(device)
  }

  private func send(_ question: String, to device: TerminalDevice) {
    var bytes = ByteBuffer()
    bytes.append(Array(question.utf8))
    device.sendAll(&bytes)
  }

  private func receive(from device: TerminalDevice, until end: Duration) {
    while conversation.awaitsReply(at: poller.now), poller.now < end,
      device.awaitInput(until: end), let bytes = device.read(atMost: 256)
    {
      typed += conversation.takeReplies(in: bytes, at: poller.now)
    }
  }

  private func giveBack(_ device: TerminalDevice) {
    askedAt = nil
    device.set(device.foundModes)
    terminal_guard_disarm()
    device.putBack(typed)
    typed = []
  }

  /// The size of a terminal; nil if there is none.
  private static func window(of path: String) -> WindowSize? {
    let terminal = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { Glibc.close(terminal) }
    return TerminalDevice.window(of: terminal)
  }
}

extension termios {
  /// These modes with input byte by byte, which is not echoed; keys still send signals.
  fileprivate var withoutLines: termios {
    var modes = self
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
    return modes
  }
}
