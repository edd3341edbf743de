/// How far the load of a tile's picture has got, as a person is told.
package struct TileProgress: Hashable, Sendable {
  /// Between 0 and 1; nil as long as the size of the whole is unknown.
  package let fraction: Double?
  package let receivedBytes: Int
  /// What there is to say beyond figures, as why the load waits.
  package let note: String?

  /// - Parameter fraction: held to 0…1; what is no number counts as unknown.
  package init(fraction: Double?, receivedBytes: Int, note: String? = nil) {
    self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max(0, $0), 1) }
    self.receivedBytes = max(0, receivedBytes)
    self.note = note
  }

  /// The load waits for its next attempt.
  package init(retryingAfter delay: Duration, because reason: String) {
    self.init(fraction: nil, receivedBytes: 0, note: "\(reason); again in \(delay.spokenText)")
  }

  /// True while nothing is under way and the next attempt is some time off.
  package var isWaiting: Bool { note != nil }

  /// The note, or one figure: `42 %`, `1.2 MB` where the total is unknown, nil before any byte.
  var summary: String? { note ?? figures.first }

  /// All there are: `42 %`, `1.2 MB`.
  var figures: [String] { [percentage, amount].compactMap(\.self) }

  /// Rounded down, so that 100 % says that everything is there.
  private var percentage: String? { fraction.map { "\(Int($0 * 100)) %" } }

  private var amount: String? { receivedBytes > 0 ? byteText(receivedBytes) : nil }
}
