import CNcursesw
import Glibc
import Raster
import TerminalGraphics

extension TerminalSession {
  /// Restores the terminal and stops the program with its whole job, like Ctrl-Z, or pauses it in another way.
  ///
  /// It returns when the program runs again; `resume` then takes the terminal over.
  package func suspend(_ pause: () -> Void = { SignalQueue.stop(withJob: true) }) {
    leave()
    pause()
  }

  /// Takes the terminal over again after the program was stopped, by `suspend` or from outside.
  ///
  /// The presenter must forget the contents of the screen.
  package func resume() {
    device.set(runningModes)
    send(farewell())
    screen.select()
    // This ends ncurses in any case, so that it prepares the terminal completely again.
    endwin()
    discardOutput()
    curs_set(0)
    doupdate()
    keyboard.prepareTerminal()
    sendOutput()
    refreshSize()
    askWhatItIs()
  }

  /// Restores the terminal, after ending an interrupted frame.
  ///
  /// Outstanding answers would end up in the shell, so they are waited for. An interrupted frame is followed by a query
  /// of its own. The wait comes before the shell's screen is back, because bytes typed there are the shell's. The last
  /// row is erased for the shell's prompt, in case there is no alternate screen.
  func leave() {
    let isCut = !device.isBetweenFrames
    if isCut {
      let question = conversation.askAfterCut(at: device.poller.now)
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
    // Bytes that are put back come after those that wait, so these are read first.
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

extension TerminalIdentity {
  /// The sequences that switch the program's modes on or off, in addition to those of ncurses.
  ///
  /// Text that reads from right to left is reordered before it is drawn. A terminal must not reorder it again, so the
  /// bidirectional support mode (ECMA-48, mode 8) is reset to explicit. Pasted text comes in brackets (mode 2004),
  /// because its letters are not keys.
  fileprivate func modes(areOn: Bool) -> [UInt8] {
    let order = complains ? "" : areOn ? "\u{1B}[8l" : "\u{1B}[8h"
    return Array((order + (areOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l")).utf8)
  }
}
