import ImageRequests

@testable import LoadPlanning

extension LoadQueue {
  /// Starts whatever may start.
  mutating func startAll() -> [ID] {
    var started: [ID] = []
    while let id = next() { started.append(id) }
    return started
  }

  /// Starts one after the other, each as soon as the last has ended.
  mutating func finishAll() -> [ID] {
    var started: [ID] = []
    while let id = next() {
      started.append(id)
      remove(id)
    }
    return started
  }
}

extension LoadQueue<String> {
  /// A queue with room for everything but what the test is about.
  init(total: Int = 4, perHost: Int = 4, speculation: Int? = nil, bytesInHand: Int = .max) {
    var limits = Limits(total: total, perHost: perHost, speculation: speculation)
    limits.bytesInHand = bytesInHand
    self.init(limits: limits)
  }

  mutating func enqueue(
    _ id: String, host: String = "h", priority: ImagePriority
  ) {
    enqueue(id, host: host, priority: priority, visibleAt: .zero)
  }

  mutating func enqueue(_ id: String, priority: ImagePriority, visibleAt: Duration) {
    enqueue(id, host: "h", priority: priority, visibleAt: visibleAt)
  }
}
