import Prefetching

/// The cost of loading a picture, from which prefetching learns.
package struct LoadCost: Hashable, Sendable {
  /// The bytes received over a network, including mounts; 0 for local pictures.
  package let bytes: Int
  /// The times of the load.
  ///
  /// They are nil if the picture came from a cache or a local file, which say nothing about a network.
  package let times: LoadTimes?
  /// The host, if any; `file` for all network mounts.
  package let host: String?

  package init(bytes: Int, times: LoadTimes?, host: String?) {
    self.bytes = max(0, bytes)
    self.times = times
    self.host = host
  }

  /// The cost of a picture that was available locally.
  package static let nothing = LoadCost(bytes: 0, times: nil, host: nil)
}

/// The source of a picture and the time of each load stage; nil for a stage that it skipped.
package struct LoadTimings: Hashable, Sendable {
  /// `memory`, `disk`, `network` or `local`.
  package var source: String
  package var queueWait: Duration?
  package var firstByte: Duration?
  package var transfer: Duration?
  package var decode: Duration?
  package var process: Duration?
  /// The time from the request to the picture.
  package var total: Duration

  package init(source: String, total: Duration) {
    self.source = source
    self.total = total
  }
}
