/// The level of memory pressure, derived from readings: a pure value.
///
/// The level rises with the first reading over a threshold. It falls by one only after ten seconds
/// below a lower threshold, because a cache that shrinks relieves the pressure itself. With an
/// immediate recovery, it would fill and shrink every few seconds.
struct MemoryPressure: Sendable {
  enum Level: Int, Comparable, Sendable {
    case none, moderate, strong

    static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
  }

  /// The lowest readings of each level.
  private struct Thresholds {
    let moderate: MemoryReading
    let strong: MemoryReading

    func level(of reading: MemoryReading) -> Level {
      if Self.reaches(reading, strong) { return .strong }
      return Self.reaches(reading, moderate) ? .moderate : .none
    }

    private static func reaches(_ reading: MemoryReading, _ threshold: MemoryReading) -> Bool {
      (reading.usedShare ?? 0) >= threshold.usedShare ?? .infinity
        || (reading.stalledPercent ?? 0) >= threshold.stalledPercent ?? .infinity
    }
  }

  /// The thresholds for a rising level; 10 % is systemd's default for pressure (`MemoryPressureThresholdSec=`).
  private static let rising = Thresholds(
    moderate: MemoryReading(usedShare: 0.85, stalledPercent: 10),
    strong: MemoryReading(usedShare: 0.95, stalledPercent: 40))

  private static let falling = Thresholds(
    moderate: MemoryReading(usedShare: 0.75, stalledPercent: 2),
    strong: MemoryReading(usedShare: 0.85, stalledPercent: 10))

  private static let calmTime = Duration.seconds(10)

  private(set) var level = Level.none
  /// The time since which readings have been too low for the level.
  private var calmSince: Duration?

  /// Takes a reading into account; times must not go back.
  mutating func record(_ reading: MemoryReading, at now: Duration) {
    let reached = Self.rising.level(of: reading)
    if reached > level {
      level = reached
      calmSince = nil
    } else if Self.falling.level(of: reading) >= level {
      calmSince = nil
    } else if let since = calmSince, now - since >= Self.calmTime {
      level = level == .strong ? .moderate : .none
      calmSince = now
    } else {
      calmSince = calmSince ?? now
    }
  }
}

/// The schedule of readings of memory pressure, and their effect on a cache's limit: a pure value.
struct MemoryWatch: Sendable {
  private var pressure = MemoryPressure()
  private var lastReading: Duration?

  /// The divisor of the cache's limit.
  var divisor: Int {
    switch pressure.level {
    case .none: 1
    case .moderate: 2
    case .strong: 10
    }
  }

  /// Whether to read now; if so, records the time.
  mutating func isDue(at now: Duration) -> Bool {
    if let lastReading, now - lastReading < .seconds(1) { return false }
    lastReading = now
    return true
  }

  /// Takes a reading into account; returns whether the level has changed.
  mutating func record(_ reading: MemoryReading, at now: Duration) -> Bool {
    let earlier = pressure.level
    pressure.record(reading, at: now)
    return pressure.level != earlier
  }
}
