/// What a picture took to get: what prefetching learns from.
package struct LoadCost: Hashable, Sendable {
  /// Received over a network for it; 0 where it was here already.
  package let bytes: Int
  /// From being asked for to being ready, waiting and decoding included; nil where that says nothing of
  /// a network, because the picture came from a cache or a file.
  package let time: Duration?
  /// The host that it came from, where it came from one.
  package let host: String?

  package init(bytes: Int, time: Duration?, host: String?) {
    self.bytes = max(0, bytes)
    self.time = time
    self.host = host
  }

  /// That of a picture that was here already.
  package static let nothing = LoadCost(bytes: 0, time: nil, host: nil)
}
