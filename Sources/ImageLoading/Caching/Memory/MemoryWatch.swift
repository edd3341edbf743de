/// When a cache reads how short memory is, and how much smaller that makes it: pure.
struct MemoryWatch: Sendable {
  private var pressure = MemoryPressure()
  private var lastReading: Duration?

  /// What the cache's limit is divided by.
  var divisor: Int {
    switch pressure.level {
    case .none: 1
    case .moderate: 2
    case .strong: 10
    }
  }

  /// Whether to read now; it counts as done with the answer.
  mutating func isDue(at now: Duration) -> Bool {
    if let lastReading, now - lastReading < .seconds(1) { return false }
    lastReading = now
    return true
  }

  /// Takes a reading into account; says whether it changes anything.
  mutating func note(_ reading: MemoryReading, at now: Duration) -> Bool {
    let earlier = pressure.level
    pressure.note(reading, at: now)
    return pressure.level != earlier
  }
}
