import FrameProfiling
import Glibc
import Raster
import TerminalUI

/// A second terminal, which shows the figures while a command runs.
///
/// The command never waits for it: what the terminal does not take is not drawn.
package final class PanelTerminal {
  /// The reason why a terminal can't show the panel.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  private let descriptor: Int32
  private let poller: any Poller
  private var panel: ProfilePanel
  /// The rest of a drawing that the terminal has not taken.
  private var pending: [UInt8] = []
  private var isGone = false
  /// The last drawing: its time, what it shows, and when the command will be idle; nil before the first.
  private var drawn: (at: Duration, revision: Int, restsAt: Duration?)?

  /// The least time between two drawings.
  static let interval = Duration.milliseconds(100)
  /// The time that the terminal has to take its last bytes.
  private static let patience = Duration.milliseconds(500)
  private static let start = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[m"
  private static let end = "\u{1B}[?2026l\u{1B}[m\u{1B}[?25h\u{1B}[?1049l"
  /// Ends a sequence that was cut.
  private static let cancel: [UInt8] = [0x18]

  /// - Parameters:
  ///   - path: the terminal's device, as `tty` prints it.
  ///   - isOwnFree: whether it may be the terminal of this program.
  package init(
    path: String, isOwnFree: Bool, panel: ProfilePanel, poller: any Poller
  ) throws(Fault) {
    descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    let reason = errno
    self.panel = panel
    self.poller = poller
    guard descriptor >= 0 else {
      throw Fault(description: "\(path): \(String(cString: strerror(reason)))")
    }
    guard isatty(descriptor) == 1 else {
      throw Fault(description: "\(path) is no terminal; run tty in another one for its path")
    }
    // Only a process's own terminal has a foreground group for it.
    guard isOwnFree || tcgetpgrp(descriptor) < 0 else {
      throw Fault(description: "\(path) shows the command itself; name another terminal")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Draws what has changed, if it is time.
  ///
  /// - Returns: when to call it again; nil until the figures change.
  func draw(_ recorder: ProfileRecorder, at now: Duration) -> Duration? {
    guard let due = due(recorder) else { return nil }
    guard now >= due else { return due }
    send()
    var window = winsize()
    _ = ioctl(descriptor, UInt(TIOCGWINSZ), &window)
    let size = window.ws_col > 0 ? window.cells : CellSize(columns: 80, rows: 24)
    let restsAt = panel.restsAt(recorder).flatMap { $0 > now ? $0 : nil }
    if pending.isEmpty {
      // In the last column some terminals would erase what they have just printed.
      let lines = panel.lines(of: recorder, at: now, columns: size.columns - 1)
      pending = Array(((drawn == nil ? Self.start : "") + Self.text(lines.prefix(size.rows))).utf8)
      drawn = (now, recorder.revision, restsAt)
      send()
    } else {
      drawn?.at = now
    }
    return self.due(recorder)
  }

  /// Gives the terminal back as it was.
  func restore() {
    if drawn == nil { return }
    pending = (pending.isEmpty ? [] : Self.cancel) + Array(Self.end.utf8)
    let end = poller.now + Self.patience
    send()
    while !pending.isEmpty, !isGone, poller.now < end {
      var waiting = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
      poller.poll(&waiting, until: end)
      send()
    }
  }

  /// The instant of the next drawing; nil while nothing would change.
  private func due(_ recorder: ProfileRecorder) -> Duration? {
    if isGone { return nil }
    guard let drawn else { return .zero }
    let next = drawn.at + Self.interval
    if !pending.isEmpty || recorder.revision != drawn.revision { return next }
    return drawn.restsAt.map { max($0, next) }
  }

  /// Writes as much as the terminal takes now.
  private func send() {
    guard !pending.isEmpty else { return }
    let count = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    isGone = count < 0 && errno != EAGAIN && errno != EINTR
    pending.removeFirst(max(0, count))
  }

  /// A synchronized update of the whole screen.
  private static func text(_ lines: some Sequence<ProfilePanel.Line>) -> String {
    let rows = lines.enumerated().map { row, line in
      let text = line.isBad ? "\u{1B}[91m\(line.text)\u{1B}[m" : line.text
      return "\u{1B}[\(row + 1);1H\(text)\u{1B}[K"
    }
    return "\u{1B}[?2026h\(rows.joined())\u{1B}[J\u{1B}[?2026l"
  }
}
