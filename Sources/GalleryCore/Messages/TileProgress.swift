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
  /// The bytes received by this attempt; an interrupted transfer may have received others.
  package let fetchedBytes: Int
  /// The number of retries, including the one that the load waits for.
  package let retries: Int
  /// The wait for the next attempt; nil during an attempt.
  package let wait: Wait?

  /// - Parameters:
  ///   - fraction: clamped to 0…1; NaN counts as unknown.
  ///   - fetchedBytes: the bytes of this attempt; nil, the default, if all bytes are.
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
  /// - Parameter retry: the number of the retry, from 1.
  package init(retryingAfter delay: Duration, because reason: String, retry: Int = 1) {
    self.init(
      fraction: nil, receivedBytes: 0, retries: retry, wait: Wait(reason: reason, delay: delay))
  }

  /// Whether the load waits for its next attempt.
  package var isWaiting: Bool { wait != nil }

  /// All available figures: `42 %`, `1.2 MB`.
  var figures: [String] { [percentage, amount].compactMap(\.self) }

  /// The percentage, rounded down, so that 100 % means that everything has arrived.
  private var percentage: String? { fraction.map { "\(Int($0 * 100)) %" } }

  private var amount: String? { receivedBytes > 0 ? byteText(receivedBytes) : nil }
}
