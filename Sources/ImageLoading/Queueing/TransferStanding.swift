/// How far a transfer has got, to tell how long it still takes.
package struct TransferStanding: Hashable, Sendable {
  /// Since its request was sent.
  package let elapsed: Duration
  /// From the request to the head of the answer; nil as long as that has not come.
  package let firstByte: Duration?
  /// How much of the body is here, over 0 to 1; nil while that or the size of the whole is unknown.
  package let share: Double?

  package init(elapsed: Duration, firstByte: Duration? = nil, share: Double? = nil) {
    self.elapsed = max(.zero, elapsed)
    self.firstByte = firstByte.map { min(max(.zero, $0), max(.zero, elapsed)) }
    // The smallest share that there is, a byte of a gigabyte, keeps what is divided by it finite.
    self.share = share.flatMap { $0 > 0 && firstByte != nil ? min(max($0, 1e-9), 1) : nil }
  }

  /// Since the head of the answer.
  private var bodyTime: Duration { elapsed - (firstByte ?? elapsed) }

  /// How long until the last byte, at the rate so far; nil while that is unknown.
  var measuredRemaining: Duration? { share.map { bodyTime * ((1 - $0) / $0) } }
}

// MARK: - Whether it is worth finishing

extension TransferStanding {
  /// Whether the transfer is worth finishing although no caller wants it now.
  ///
  /// It is if the rest takes less, at its measured rate, than the host's answer takes to begin: fetching it again takes
  /// at least that. PINRemoteImage has the same rule.
  package func isWorthFinishing(from host: HostTimes) -> Bool {
    guard let firstByte = host.firstByte, let measuredRemaining else { return false }
    return measuredRemaining < firstByte
  }
}

/// What happens to a load that no caller wants any more.
package enum Abandonment: Hashable, Sendable {
  /// Nothing: it was still waiting, or had ended.
  case forgotten
  /// Its work must stop; its slot is free already.
  case cancel
  /// Its work goes on: it is worth finishing, and keeps its slot until it is removed.
  case finish
}
