import CNcursesw
import Glibc
import Raster

extension TerminalSession {
  /// Leaves the terminal as it was found and stops the program, with its whole job, as Ctrl-Z does.
  ///
  /// Returns when the program runs again; `resume` takes the terminal back.
  package func suspend() {
    leave()
    SignalQueue.deliver(SIGTSTP) { kill(0, SIGTSTP) }
    SignalQueue.discard(SIGCONT)
  }

  /// Takes the terminal back after the program was stopped, by `suspend` or by somebody else; the
  /// presenter has to forget what was on the screen.
  package func resume() {
    device.set(runningModes)
    send(farewell())
    screen.select()
    // as if ended now, whatever is true: so ncurses prepares all of it again
    endwin()
    discardOutput()
    curs_set(0)
    doupdate()
    keyboard.prepareTerminal()
    sendOutput()
    refreshSize()
    askWhatItIs()
  }

  /// The terminal as it was found; a frame that was cut short is ended first.
  ///
  /// What the terminal still has to answer is waited for, because it would land in the shell; and
  /// before the shell's screen is back, because what is typed there is the shell's. The last row is
  /// erased: where there is no alternate screen, the shell's prompt comes there.
  func leave() {
    let isCut = !device.isBetweenFrames
    if isCut { conversation.withdrawLastFrame() }
    drainReplies()
    var bytes = ByteBuffer()
    if isCut { bytes.append(ByteBuffer.cut) }
    bytes.append(farewell())
    bytes.append(Array("\u{1B}[?2026l\u{1B}[r\u{1B}[m\u{1B}[\(size.rows);1H\u{1B}[K".utf8))
    if conversation.identity.ordersText { bytes.append("\u{1B}[8h") }
    screen.select()
    endwin()
    screen.takeOutput(into: &bytes)
    device.sendAll(&bytes)
    device.set(device.foundModes)
  }

  /// Sends what ncurses prepares the terminal with.
  ///
  /// What reads from right to left is put in order before it is drawn, so a terminal that may order
  /// it too is told to leave it alone: the bidirectional support mode (ECMA-48, mode 8) is reset,
  /// explicit.
  private func sendOutput() {
    var bytes = ByteBuffer()
    if conversation.identity.ordersText { bytes.append("\u{1B}[8l") }
    screen.takeOutput(into: &bytes)
    device.sendAll(&bytes)
  }

  private func discardOutput() {
    var bytes = ByteBuffer()
    screen.takeOutput(into: &bytes)
  }
}
