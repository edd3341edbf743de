import CNcursesw
import CTerminalGuard
import Glibc
import Raster
import TerminalGraphics

/// Controls the terminal while pictures are on it: ncurses prepares it, decodes its keys, and
/// restores it.
///
/// Main thread only. Signals are events. The terminal is restored after a crash too.
package final class TerminalSession {
  /// The terminal's properties according to terminfo and the environment.
  package let capabilities: TerminalCapabilities
  /// Whether no network is between the program and the terminal.
  ///
  /// False if there are signs of a remote login. Otherwise true if the terminal answered the first query within a
  /// millisecond, and nil if not: it may be busy.
  package private(set) var isLocal: Bool?
  /// Returns the bytes that delete the terminal's graphics; called whenever the terminal is left or
  /// resumed.
  ///
  /// It returns no bytes by default.
  package var farewell: () -> [UInt8] = { [] }

  let device: TerminalDevice
  let screen: CursesScreen
  /// The ncurses screen that presenters share.
  let drawing: CursesDrawing
  let keyboard: Keyboard
  let runningModes: termios
  var conversation: TerminalConversation
  private let signals: SignalQueue
  private var messages: HeldMessages?
  private(set) var isClosed = false

  /// The size if the terminal does not report one.
  private static let assumedSize = WindowSize(cells: CellSize(columns: 80, rows: 24))

  /// Takes a terminal over.
  ///
  /// - Parameters:
  ///   - path: the terminal; by default the program's controlling terminal, even if input and output
  ///     are redirected.
  ///   - type: the name of its terminfo entry; by default the value of `TERM`.
  ///   - mouse: whether wheel and clicks are reported as keys; never in GNU screen.
  ///   - signals: made before the program's second thread; `close` releases them.
  ///   - poller: waits for the terminal.
  package init(
    path: String = "/dev/tty", type: String? = nil, mouse: Bool, signals: SignalQueue,
    poller: any Poller
  ) throws(TerminalError) {
    let device = try TerminalDevice(path: path, poller: poller)
    let pipe = try KeyPipe()
    let messages = HeldMessages()
    let environment = Self.environment(of: type)
    // While GNU screen 4.9 reports the mouse, it delays a lone Esc until the next key.
    let reportsMouse = mouse && Multiplexer(environment: environment) != .screen
    Self.arm(for: device, messages)
    do throws(TerminalError) {
      (screen, capabilities) = try Self.start(type, device, pipe)
      keyboard = try Keyboard(screen: screen, pipe: pipe, mouse: reportsMouse)
      drawing = try CursesDrawing(for: screen, named: capabilities.name)
    } catch {
      device.set(device.foundModes)
      terminal_guard_disarm()
      throw error
    }
    runningModes = device.modes.withoutTranslation
    self.device = device
    self.signals = signals
    self.messages = messages
    let identity = TerminalIdentity(
      window: device.window ?? Self.assumedSize, isUTF8: capabilities.isUTF8,
      erasesWithBackground: capabilities.erasesWithBackground,
      environment: environment)
    conversation = TerminalConversation(identity, hasKeysForFocus: keyboard.hasKeysForFocus)
    // Only an answer may end the wait, so no key may be waiting before it.
    let isQuiet = !device.hasInput
    resume()
    isLocal =
      capabilities.isRemote
      ? false : isQuiet && device.awaitInput(until: poller.now + .milliseconds(1)) ? true : nil
  }

  deinit { close() }

  /// The descriptor to poll for keys.
  package var inputDescriptor: Int32 { device.traffic }

  /// The descriptor to poll for signals.
  package var signalDescriptor: Int32 { signals.descriptor }

  /// The destination for presenters' frames.
  package var output: any TerminalOutput { device }

  /// Sends bytes now, waiting for room if necessary.
  func send(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    var buffer = ByteBuffer()
    buffer.append(bytes)
    device.sendAll(&buffer)
  }

  /// The signals that came since the last call.
  package func readSignals() -> [TerminalSignal] { signals.readAll() }

  /// The terminal's size when last read: at the start, by `refreshSize`, or by `resume`.
  package var size: CellSize { conversation.identity.window.cells }

  /// Reads the size, after `TerminalSignal.resize`.
  ///
  /// The next `readInput` between frames requests the size of a cell, which may have changed too.
  package func refreshSize() {
    conversation.resize(to: device.window ?? Self.assumedSize)
    screen.resize(to: size)
  }

  /// Restores the terminal finally, and shows the held messages.
  ///
  /// Signals get their default effects again. A second call does nothing.
  package func close() {
    if isClosed { return }
    isClosed = true
    leave()
    terminal_guard_disarm()
    messages = nil
    signals.release()
    // Listing a large folder takes longer than a frame, so this comes after the last one.
    if conversation.hasAskedToRead { HandedBytes.removeLeftovers() }
  }

  /// Ends the program by a signal's default action; the session must be closed.
  package static func die(of signal: Int32) -> Never {
    SignalQueue.deliver(signal) { raise(signal) }
    exit(128 &+ signal)
  }

  private static func arm(for device: TerminalDevice, _ messages: HeldMessages?) {
    terminal_guard_arm(
      device.control, messages?.memory.descriptor ?? -1, messages?.standardError ?? -1)
  }
}
