@testable import TerminalUI

extension TerminalSession {
  /// Takes a terminal over, and the signals of the calling thread.
  convenience init(
    path: String, type: String? = nil, mouse: Bool, poller: any Poller = SystemClock()
  ) throws(TerminalError) {
    try self.init(path: path, type: type, mouse: mouse, signals: SignalQueue(), poller: poller)
  }
}
