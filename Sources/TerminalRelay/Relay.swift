import FrameProfiling
import Glibc
import Raster
import SimulationModels
import TerminalUI

/// Passes bytes between a command and a terminal, and profiles them.
final class Relay {
  private(set) var profiler: StreamProfiler
  private let command: any InnerTerminal
  private let terminal: any OuterTerminal
  let poller: any Poller
  private var down: LinkPipe
  private var up: LinkPipe
  private let upDelay: Duration
  /// Bytes that have arrived, and that the terminal or the command does not take yet.
  private var (toTerminal, toCommand): ([UInt8], [UInt8]) = ([], [])
  /// The state of the terminal, without the bytes that it has not taken.
  private var state = TerminalState()
  private var isOpen = true
  private(set) var lastOutput: Duration?

  /// The most bytes that wait before the link, the terminal or the command; the writer then waits too.
  private static let mostWaiting = 65_536
  /// The most bytes that travel over a link without a rate: 200 Mbit/s at a round trip of 80 ms.
  private static let mostTraveling = 1 << 20

  init(
    _ profiler: StreamProfiler, between command: any InnerTerminal, and terminal: any OuterTerminal,
    over link: LinkShape?, poller: any Poller
  ) {
    self.profiler = profiler
    self.command = command
    self.terminal = terminal
    self.poller = poller
    down = link?.down ?? LinkPipe(bytesPerSecond: nil, delay: .zero)
    up = link?.up ?? LinkPipe(bytesPerSecond: nil, delay: .zero)
    upDelay = link?.delay ?? .zero
  }

  /// Whether everything that the command has written is on the terminal.
  var isDrained: Bool { down.isEmpty && toTerminal.isEmpty && !profiler.awaitsAnswer }

  /// The bytes on their way to the terminal.
  var waitingBytes: Int { down.queued + down.travelingBytes + toTerminal.count }

  /// The bytes on their way to the command.
  var waitingInput: Int { up.travelingBytes + toCommand.count }

  /// The bytes that restore the terminal, whatever the command has left behind there.
  var restoring: [UInt8] { state.restoring }

  /// Waits until bytes come, something is due or one of more descriptors is readable, and passes bytes on.
  ///
  /// - Returns: the terminal's input for the command; nil when the terminal is gone.
  @discardableResult
  func step(also descriptors: [Int32], until instant: Duration?) -> [UInt8]? {
    let hasRoom =
      down.queued + toTerminal.count < Self.mostWaiting
      && down.travelingBytes < Self.mostTraveling
    let watchesCommand = isOpen && (hasRoom || !toCommand.isEmpty)
    var waits = [
      Self.wait(
        watchesCommand ? command.descriptor : -1, reads: hasRoom, writes: !toCommand.isEmpty),
      // A terminal that is gone is noticed also while no input is read.
      Self.wait(terminal.descriptor, reads: takesInput, writes: !toTerminal.isEmpty),
    ]
    waits += descriptors.map { Self.wait($0, reads: true, writes: false) }
    let due = [profiler.deadline, down.nextArrival, up.nextArrival, instant].compactMap { $0 }.min()
    poller.poll(&waits, until: due)
    let now = poller.now
    if waits[0].revents & ~Int16(POLLOUT) != 0 { readCommand(at: now) }
    profiler.advance(to: now)
    let hasInput = waits[1].revents & ~Int16(POLLOUT) != 0
    guard var bytes = hasInput ? terminal.read() : [] else { return nil }
    var input: [UInt8] = []
    repeat {
      let passed = profiler.pass(bytes[...], at: now)
      // A terminal in memory can't wait; what it answers too often is dropped.
      if takesInput || !isInMemory { send(passed, at: now) }
      input += passed
      pass(at: now)
      // A terminal in memory has answered what it just received.
      bytes = isInMemory ? terminal.read() ?? [] : []
    } while !bytes.isEmpty
    return input
  }

  /// Reads everything that the command has written, after its end.
  func readRest() {
    while isOpen, readCommand(at: poller.now) {}
    profiler.advance(to: .seconds(Int64.max / 2))
  }

  /// Sends input to the command, as the terminal does.
  func send(_ input: [UInt8], at now: Duration) { up.send(input, at: now) }

  func resize(to size: winsize) {
    command.resize(to: size)
    terminal.resize(to: size.cells)
    profiler.resize(to: size.cells)
  }

  /// Expects no more answers to what the terminal has taken so far: another program may have read them.
  func forgetQueries() { profiler.forgetQueries(before: toTerminal.count) }

  func finish() { profiler.finish() }

  /// - Returns: false if nothing was there.
  @discardableResult private func readCommand(at now: Duration) -> Bool {
    guard let bytes = command.read() else {
      isOpen = false
      return false
    }
    guard !bytes.isEmpty else { return false }
    lastOutput = now
    profiler.read(bytes, at: now)
    down.send(bytes, at: now)
    return true
  }

  /// Passes on what has arrived at either end, and asks the terminal after a frame.
  private func pass(at now: Duration) {
    if profiler.takeQuery(at: now) { down.send(StreamProfiler.query, at: now) }
    for arrival in down.arrivals(at: now) {
      profiler.delivered(arrival.bytes.count, at: arrival.instant)
      toTerminal += arrival.bytes
    }
    if !toTerminal.isEmpty {
      let count = terminal.write(toTerminal[...])
      state.apply(toTerminal.prefix(count))
      toTerminal.removeFirst(count)
    }
    for arrival in up.arrivals(at: now) {
      profiler.inputDelivered(arrival.bytes, pressedAt: arrival.instant - upDelay, at: now)
      toCommand += arrival.bytes
    }
    if !toCommand.isEmpty { toCommand.removeFirst(command.write(toCommand[...])) }
  }

  private var isInMemory: Bool { terminal.descriptor < 0 }

  private var takesInput: Bool { waitingInput < Self.mostWaiting }

  private static func wait(_ descriptor: Int32, reads: Bool, writes: Bool) -> pollfd {
    pollfd(
      fd: descriptor, events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), revents: 0)
  }
}

extension CellSize {
  /// The columns that a terminal in memory may have.
  ///
  /// libvterm crashes at wide glyphs in one column, and double-width lines have half the columns.
  package static let modeledColumns = 4...2_000
  /// The rows that a terminal in memory may have.
  package static let modeledRows = 1...1_000
}

extension winsize {
  /// The size in cells, within what is modeled.
  var cells: CellSize {
    let (columns, rows) = (CellSize.modeledColumns, CellSize.modeledRows)
    return CellSize(
      columns: min(max(columns.lowerBound, Int(ws_col)), columns.upperBound),
      rows: min(max(rows.lowerBound, Int(ws_row)), rows.upperBound))
  }
}
