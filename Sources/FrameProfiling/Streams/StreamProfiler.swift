import Raster

/// Profiles a program by the bytes between it and its terminal, each with its time.
///
/// It changes no byte. It says after which bytes a status query may follow, and takes the answers out.
package struct StreamProfiler {
  package private(set) var recorder: ProfileRecorder
  package private(set) var modes = TerminalModes()
  private var scanner = SequenceScanner()
  private var cutter = BurstCutter()
  private var ledger = StatusLedger()
  private var filter = AnswerFilter()
  private var keyboard = InputScanner()
  /// The latest frame, until a query follows it.
  private var unasked: Int?
  /// The number of characters printed when the cursor was last sent to the top left corner.
  private var homePrinted: Int?

  private static let updateStart: StaticString = "?2026h"
  private static let updateEnd: StaticString = "?2026l"
  private static let updateMarkLength = 8
  /// The parameters that send the cursor to the top left corner.
  private static let homes = ["", ";", "1;1", "1", ";1", "1;"].map(\.utf8)

  /// - Parameter linkDelay: the time that every byte travels between the program and the terminal.
  package init(
    screen: any ScreenModel, size: CellSize, encoder: any FrameEncoding,
    linkDelay: Duration = .zero
  ) {
    recorder = ProfileRecorder(
      screen: screen, size: size, encoder: encoder, linkDelay: linkDelay)
  }

  /// The instant to call `advance` and `pass` without bytes; nil while nothing is due.
  package var deadline: Duration? {
    [cutter.deadline, filter.deadline].compactMap { $0 }.min()
  }

  // MARK: - From the program

  /// Takes bytes that the program has written.
  package mutating func read(_ bytes: [UInt8], at now: Duration) {
    advance(to: now)
    recorder.outputArrived(at: now)
    cutter.beginRead()
    var position = 0
    var printed = scanner.printed
    func countPrinted(up count: Int) {
      cutter.addPrinted(count - printed)
      printed = count
    }
    for mark in scanner.scan(bytes[...]) {
      modes.apply(mark.token)
      if mark.token == .string(.graphic) { cutter.addGraphic() }
      guard case .sequence(let sequence) = mark.token else { continue }
      if sequence.isText(Self.updateStart), !cutter.isSynchronized {
        countPrinted(up: mark.printed)
        feed(bytes[position..<max(position, mark.end - Self.updateMarkLength)], at: now)
        position = max(position, mark.end - Self.updateMarkLength)
        endFrame()
        cutter.synchronize()
      } else if sequence.isText(Self.updateEnd), cutter.isSynchronized {
        countPrinted(up: mark.printed)
        feed(bytes[position..<mark.end], at: now)
        position = mark.end
        endFrame()
      } else if sequence.isText("5n") {
        feed(bytes[position..<mark.end], at: now)
        position = mark.end
        ledger.commandAsked()
      } else if clears(sequence, printed: mark.printed) {
        cutter.addClear()
      }
    }
    countPrinted(up: scanner.printed)
    feed(bytes[position...], at: now)
  }

  /// Ends a frame when its time is over.
  package mutating func advance(to now: Duration) {
    if let deadline = cutter.deadline, now >= deadline { endFrame() }
  }

  /// Whether the status query `query` must follow the bytes so far; the caller then sends it.
  package mutating func takeQuery(at now: Duration) -> Bool {
    guard let frame = unasked, scanner.isInGround, !cutter.isSynchronized, cutter.printed == 0,
      ledger.mayAsk
    else { return false }
    unasked = nil
    ledger.asked(after: frame, at: now)
    return true
  }

  package static var query: [UInt8] { StatusLedger.query }

  /// Whether the terminal owes an answer to a query after a frame, and is likely to give it.
  package var awaitsAnswer: Bool { ledger.isAnswerLikely }

  /// Ends the last frame.
  package mutating func finish() {
    endFrame()
    recorder.finish()
  }

  package mutating func resize(to size: CellSize) {
    endFrame()
    recorder.resize(to: size)
  }

  private mutating func feed(_ bytes: ArraySlice<UInt8>, at now: Duration) {
    recorder.screen.feed(bytes)
    cutter.add(bytes.count, at: now)
    ledger.commandSent(bytes.count)
  }

  private mutating func endFrame() {
    if cutter.isEmpty { return }
    let burst = cutter.cutBurst()
    if let frame = recorder.end(burst) {
      unasked = frame
    } else {
      cutter.carry(burst)
    }
  }

  /// Whether a sequence clears the screen: at once, or from the top left corner on.
  private mutating func clears(_ sequence: ControlSequence, printed: Int) -> Bool {
    switch sequence.final {
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      let isHome = Self.homes.contains { $0.elementsEqual(sequence.parameters) }
      homePrinted = isHome ? printed : nil
      return false
    case UInt8(ascii: "J"):
      return sequence.isText("2J")
        || (homePrinted == printed && (sequence.isText("J") || sequence.isText("0J")))
    case UInt8(ascii: "A")...UInt8(ascii: "G"), UInt8(ascii: "d"):
      homePrinted = nil
      return false
    default: return false
    }
  }
}

// MARK: - To the program

extension StreamProfiler {
  /// Records that bytes have reached the terminal, queries included.
  package mutating func delivered(_ count: Int, at instant: Duration) {
    ledger.delivered(count, at: instant)
  }

  /// Forgets the open queries, after another program may have read their answers.
  ///
  /// - Parameter count: the bytes delivered last, which the terminal has not taken yet.
  package mutating func forgetQueries(before count: Int) { ledger.forget(before: count) }

  /// Takes the terminal's input, and returns what is for the program.
  ///
  /// - Parameter bytes: empty when `deadline` has passed.
  package mutating func pass(_ bytes: ArraySlice<UInt8>, at now: Duration) -> [UInt8] {
    let (input, answered) = filter.pass(bytes, at: now, ledger: &ledger)
    for query in answered { recorder.answered(query, at: now) }
    return input
  }

  /// Records that input has reached the program.
  ///
  /// - Parameter pressedAt: the time at which it left the terminal.
  package mutating func inputDelivered(_ input: [UInt8], pressedAt: Duration, at now: Duration) {
    guard keyboard.holdsKey(input) else { return }
    advance(to: now)
    recorder.keyArrived(at: now, pressedAt: pressedAt)
  }
}
