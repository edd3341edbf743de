import CNcursesw
import Glibc
import Raster

extension TerminalSession {
  /// Restores the terminal and stops the program, with its whole job, as Ctrl-Z does.
  ///
  /// It returns when the program runs again; `resume` takes the terminal back.
  package func suspend() {
    leave()
    SignalQueue.deliver(SIGTSTP) { kill(0, SIGTSTP) }
    SignalQueue.discard(SIGCONT)
  }

  /// Takes the terminal back after the program was stopped, by `suspend` or from outside.
  ///
  /// The presenter must forget the contents of the screen.
  package func resume() {
    device.set(runningModes)
    send(farewell())
    screen.select()
    // ncurses is ended in any case, so that it prepares all of the terminal again.
    endwin()
    discardOutput()
    curs_set(0)
    doupdate()
    keyboard.prepareTerminal()
    sendOutput()
    refreshSize()
    askWhatItIs()
  }

  /// Restores the terminal, after the end of a frame that was cut short.
  ///
  /// Outstanding answers would land in the shell, so they are waited for. A frame that was cut short
  /// gets a question of its own behind it. The wait comes before the shell's screen is back, because
  /// bytes typed there are the shell's. The last row is erased: where there is no alternate screen,
  /// the shell's prompt comes there.
  func leave() {
    let isCut = !device.isBetweenFrames
    if isCut {
      let question = conversation.askAfterCut(at: .now)
      send(ByteBuffer.cut + farewell() + Array(question.utf8))
    }
    let typed = drainReplies()
    var bytes = ByteBuffer()
    if !device.isBetweenFrames { bytes.append(ByteBuffer.cut) }
    if isCut { bytes.append("\u{1B}[?2026l") }
    bytes.append(farewell())
    bytes.append(Array("\u{1B}[r\u{1B}[m\u{1B}[\(size.rows);1H\u{1B}[K".utf8))
    bytes.append(conversation.identity.modes(areOn: false))
    screen.select()
    endwin()
    screen.takeOutput(into: &bytes)
    device.sendAll(&bytes)
    // Bytes that are put back come behind those that wait, so these are taken too.
    let rest = device.mayHoldPaste || !typed.isEmpty ? device.readAll() : []
    device.set(device.foundModes)
    if !device.mayHoldPaste { device.putBack(typed + rest) }
  }

  /// Sends the bytes with which ncurses prepares the terminal.
  private func sendOutput() {
    var bytes = ByteBuffer()
    bytes.append(conversation.identity.modes(areOn: true))
    screen.takeOutput(into: &bytes)
    device.sendAll(&bytes)
  }

  private func discardOutput() {
    var bytes = ByteBuffer()
    screen.takeOutput(into: &bytes)
  }
}
