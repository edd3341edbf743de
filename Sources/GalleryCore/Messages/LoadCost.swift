import Prefetching

/// What a picture took to get: what prefetching learns from.
package struct LoadCost: Hashable, Sendable {
  /// Received over a network for it; 0 where it was here already.
  package let bytes: Int
  /// How long it took; nil where that says nothing of a network, because the picture came from a cache or
  /// a file.
  package let times: LoadTimes?
  /// The host that it came from, where it came from one.
  package let host: String?

  package init(bytes: Int, times: LoadTimes?, host: String?) {
    self.bytes = max(0, bytes)
    self.times = times
    self.host = host
  }

  /// That of a picture that was here already.
  package static let nothing = LoadCost(bytes: 0, times: nil, host: nil)
}

/// Where a picture came from, and what each stage of its load took; nil where it did not go through
/// that stage.
package struct LoadTimings: Hashable, Sendable {
  /// `memory`, `disk`, `network` or `local`.
  package var source: String
  package var queueWait: Duration?
  package var firstByte: Duration?
  package var transfer: Duration?
  package var decode: Duration?
  package var process: Duration?
  /// From being asked for to being there.
  package var total: Duration

  package init(source: String, total: Duration) {
    self.source = source
    self.total = total
  }
}
