/// The progress of a tile's load, as shown to a person.
package struct TileProgress: Hashable, Sendable {
  /// The completed fraction, between 0 and 1; nil while the size of the whole is unknown.
  package let fraction: Double?
  package let receivedBytes: Int
  /// The bytes that this attempt has received; an interrupted transfer may have left others.
  package let fetchedBytes: Int
  /// A note beyond the figures, such as why the load waits.
  package let note: String?

  /// - Parameters:
  ///   - fraction: clamped to 0…1; what is no number counts as unknown.
  ///   - fetchedBytes: nil, the default, if no byte is of an earlier attempt.
  package init(
    fraction: Double?, receivedBytes: Int, fetchedBytes: Int? = nil, note: String? = nil
  ) {
    self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max(0, $0), 1) }
    self.receivedBytes = max(0, receivedBytes)
    self.fetchedBytes = max(0, fetchedBytes ?? receivedBytes)
    self.note = note
  }

  /// Makes the progress of a load that waits for its next attempt.
  package init(retryingAfter delay: Duration, because reason: String) {
    self.init(fraction: nil, receivedBytes: 0, note: "\(reason); again in \(delay.spokenText)")
  }

  /// True while nothing is under way and the next attempt has yet to start.
  package var isWaiting: Bool { note != nil }

  /// The note, or one figure: `42 %`, `1.2 MB` where the total is unknown, nil before any byte.
  var summary: String? { note ?? figures.first }

  /// All available figures: `42 %`, `1.2 MB`.
  var figures: [String] { [percentage, amount].compactMap(\.self) }

  /// The percentage, rounded down, so that 100 % means that everything has arrived.
  private var percentage: String? { fraction.map { "\(Int($0 * 100)) %" } }

  private var amount: String? { receivedBytes > 0 ? byteText(receivedBytes) : nil }
}
