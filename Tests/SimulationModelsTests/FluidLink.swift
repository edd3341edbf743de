/// A naive shared link: in steps of a few microseconds, every sender with bytes left gets an equal part.
struct FluidLink {
  let bytesPerSecond: Int
  let step: Duration
  private(set) var now = Duration.zero
  private(set) var left: [Int: Double] = [:]
  /// The instants at which senders finished.
  private(set) var ends: [Int: Duration] = [:]

  init(bytesPerSecond: Int, step: Duration) {
    self.bytesPerSecond = bytesPerSecond
    self.step = step
  }

  mutating func add(_ id: Int, bytes: Int) { left[id] = Double(bytes) }

  mutating func end(_ id: Int) { left[id] = nil }

  mutating func run(until instant: Duration) {
    while now < instant {
      now += step
      let share = Double(bytesPerSecond) * (step / .seconds(1)) / Double(max(1, left.count))
      for (id, bytes) in left {
        left[id] = bytes - share
        if bytes <= share {
          left[id] = nil
          ends[id] = now
        }
      }
    }
  }
}
