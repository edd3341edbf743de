import FrameProfiling
import Glibc
import Raster
import TerminalUI

@testable import TerminalRelay

/// A relay in virtual time, between a command and a terminal that a test plays.
final class RelayBench {
  /// An end of the relay.
  final class End: InnerTerminal, OuterTerminal {
    let descriptor: Int32
    /// The bytes that wait to be read, at most 4096 at a time.
    var output: [UInt8] = []
    /// The bytes that are read again and again once `output` is empty.
    var endless: [UInt8] = []
    /// The bytes that it takes before it is full.
    var room = Int.max
    var isGone = false
    private(set) var received: [UInt8] = []

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    func read() -> [UInt8]? {
      if isGone, output.isEmpty { return nil }
      if output.isEmpty { return endless }
      defer { output.removeFirst(min(4_096, output.count)) }
      return Array(output.prefix(4_096))
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
      let taken = bytes.prefix(room)
      room -= taken.count
      received += taken
      return taken.count
    }

    func resize(to size: winsize) {}
    func resize(to size: CellSize) {}

    fileprivate var events: Int32 {
      let isReadable = !output.isEmpty || !endless.isEmpty
      return (isReadable ? POLLIN : 0) | (room > 0 ? POLLOUT : 0) | (isGone ? POLLHUP : 0)
    }
  }

  /// Time passes only while no end is ready.
  // A test uses it on one thread.
  private final class Clock: Poller, @unchecked Sendable {
    var now = Duration.zero
    var ends: [Int32: End] = [:]
    var events: [(instant: Duration, action: () -> Void)] = []

    func poll(_ descriptors: inout [pollfd], until instant: Duration?) -> Bool {
      while true {
        for index in descriptors.indices {
          let end = ends[descriptors[index].fd]
          let asked = Int32(descriptors[index].events)
          descriptors[index].revents = Int16((end?.events ?? 0) & (asked | POLLHUP))
        }
        if descriptors.contains(where: { $0.revents != 0 }) { return true }
        guard let event = events.first, event.instant <= instant ?? event.instant else {
          now = max(now, instant ?? now)
          return false
        }
        now = max(now, event.instant)
        events.removeFirst().action()
      }
    }
  }

  let command = End(1_001)
  let terminal = End(1_002)
  /// Its descriptor is readable while a signal waits.
  let signals = End(1_003)
  let relay: Relay
  private let clock = Clock()

  /// - Parameter inMemory: a terminal in memory, which takes the place of `terminal`.
  init(link: String? = nil, inMemory: HeadlessTerminal? = nil) throws {
    let size = CellSize(columns: 40, rows: 10)
    let shape = try link.map { try LinkShape($0) }
    let profiler = StreamProfiler(
      screen: try EmulatedTerminal(size: size), size: size, encoder: DirectEncoding(),
      linkDelay: shape?.delay ?? .zero)
    relay = Relay(
      profiler, between: command, and: inMemory ?? terminal, over: shape, poller: clock)
    for end in [command, terminal, signals] { clock.ends[end.descriptor] = end }
  }

  var now: Duration { clock.now }

  /// Schedules an event; events are scheduled in their order.
  func schedule(at milliseconds: Int, _ action: @escaping () -> Void) {
    clock.events.append((.milliseconds(milliseconds), action))
  }

  /// Runs the relay until an instant, or until it has taken a number of steps.
  func run(until milliseconds: Int, steps: Int = .max) {
    var count = 0
    while now < .milliseconds(milliseconds), count < steps,
      relay.step(also: [], until: .milliseconds(milliseconds)) != nil
    {
      count += 1
    }
  }
}
