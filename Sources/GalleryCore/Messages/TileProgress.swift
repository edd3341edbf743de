/// The progress of a tile's load, as shown to a person.
package struct TileProgress: Hashable, Sendable {
  /// The reason for a wait between two attempts, and its length.
  package struct Wait: Hashable, Sendable {
    let reason: String
    let delay: Duration
  }

  /// The completed fraction, between 0 and 1; nil while the size of the whole is unknown.
  package let fraction: Double?
  package let receivedBytes: Int
  /// The bytes that this attempt has received; an interrupted transfer may have left others.
  package let fetchedBytes: Int
  /// The number of retries, the one that the load waits for included.
  package let retries: Int
  /// The wait for the next attempt; nil while one is under way.
  package let wait: Wait?

  /// - Parameters:
  ///   - fraction: clamped to 0…1; what is no number counts as unknown.
  ///   - fetchedBytes: nil, the default, if no byte is of an earlier attempt.
  package init(
    fraction: Double?, receivedBytes: Int, fetchedBytes: Int? = nil, retries: Int = 0,
    wait: Wait? = nil
  ) {
    self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max(0, $0), 1) }
    self.receivedBytes = max(0, receivedBytes)
    self.fetchedBytes = max(0, fetchedBytes ?? receivedBytes)
    self.retries = max(0, retries)
    self.wait = wait
  }

  /// Makes the progress of a load that waits for its next attempt.
  ///
  /// - Parameter retry: the number of that attempt, from 1 for the second one.
  package init(retryingAfter delay: Duration, because reason: String, retry: Int = 1) {
    self.init(
      fraction: nil, receivedBytes: 0, retries: retry, wait: Wait(reason: reason, delay: delay))
  }

  /// True while nothing is under way and the next attempt has yet to start.
  package var isWaiting: Bool { wait != nil }

  /// All available figures: `42 %`, `1.2 MB`.
  var figures: [String] { [percentage, amount].compactMap(\.self) }

  /// The percentage, rounded down, so that 100 % means that everything has arrived.
  private var percentage: String? { fraction.map { "\(Int($0 * 100)) %" } }

  private var amount: String? { receivedBytes > 0 ? byteText(receivedBytes) : nil }
}
