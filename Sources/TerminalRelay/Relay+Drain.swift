import TerminalUI

extension Relay {
  private static let controlC: UInt8 = 0x03

  /// Passes on what the command has written, and waits for the answers that would otherwise come to the shell.
  ///
  /// It ends early when the terminal is gone, and by Ctrl-C.
  ///
  /// - Parameters:
  ///   - patience: the longest wait for an answer or for the next byte to leave.
  ///   - isHurried: whether all bytes together get no more time than that; else a slow link gets what it needs.
  ///   - signals: a descriptor that is readable when a signal waits.
  ///   - isInterrupted: takes the signals, and returns whether one of them ends the wait.
  func drain(
    patience: Duration, isHurried: Bool, signals: Int32, isInterrupted: () -> Bool
  ) {
    readRest()
    var end = poller.now + patience
    // The first step waits for nothing: the query after the last frame leaves with it.
    var due = poller.now
    repeat {
      let before = waitingBytes
      guard let input = step(also: [signals], until: due), !input.contains(Self.controlC),
        !isInterrupted()
      else { return }
      if waitingBytes < before, !isHurried { end = poller.now + patience }
      due = end
    } while !isDrained && poller.now < end
  }
}
