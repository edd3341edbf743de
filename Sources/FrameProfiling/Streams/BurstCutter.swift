/// Bytes that a terminal shows together.
package struct Burst: Equatable, Sendable {
  /// The times of its first and of its last byte.
  package internal(set) var start = Duration.zero
  package internal(set) var end = Duration.zero
  package internal(set) var bytes = 0
  /// The reads that it came in: as many as the program's writes, unless it writes faster than it is read.
  package internal(set) var writes = 0
  package internal(set) var printed = 0
  package internal(set) var clears = 0
  /// The graphics in it, or parts of one.
  package internal(set) var graphics = 0
  package internal(set) var isSynchronized = false
}

/// Cuts a program's output into bursts: synchronized updates, and what ends with a silence.
struct BurstCutter {
  static let silence = Duration.milliseconds(2)
  /// The time after which terminals show an update that has no end.
  static let longestUpdate = Duration.seconds(1)

  private var burst = Burst()
  private var isCounted = false
  /// The bytes of bursts that showed nothing; the next one has them too.
  private var carried = (bytes: 0, writes: 0)

  var isEmpty: Bool { burst.bytes == 0 }

  var isSynchronized: Bool { burst.isSynchronized }

  /// The number of characters that the current burst prints.
  var printed: Int { burst.printed }

  /// The instant at which the burst is over if nothing follows; nil without one.
  var deadline: Duration? {
    if isEmpty { return nil }
    return isSynchronized ? burst.start + Self.longestUpdate : burst.end + Self.silence
  }

  mutating func beginRead() { isCounted = false }

  /// Adds bytes of the current read.
  mutating func add(_ count: Int, at now: Duration) {
    if count == 0 { return }
    if isEmpty { burst.start = now }
    burst.end = now
    burst.bytes += count
    if !isCounted { burst.writes += 1 }
    isCounted = true
  }

  mutating func addPrinted(_ count: Int) { burst.printed += count }

  mutating func addClear() { burst.clears += 1 }

  mutating func addGraphic() { burst.graphics += 1 }

  mutating func synchronize() { burst.isSynchronized = true }

  /// Ends the burst.
  mutating func cutBurst() -> Burst {
    var taken = burst
    burst = Burst()
    isCounted = false
    taken.bytes += carried.bytes
    taken.writes += carried.writes
    carried = (0, 0)
    return taken
  }

  /// Adds the bytes of a burst that showed nothing to the next one.
  mutating func carry(_ burst: Burst) { carried = (burst.bytes, burst.writes) }
}
