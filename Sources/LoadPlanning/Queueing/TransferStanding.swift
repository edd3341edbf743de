/// The progress of a transfer, for an estimate of its remaining time.
package struct TransferStanding: Hashable, Sendable {
  /// The time since its request was sent.
  package let elapsed: Duration
  /// The time from the request to the head of the response; nil before that.
  package let firstByte: Duration?
  /// The received share of the body, above 0 and up to 1; nil if unknown.
  package let share: Double?

  package init(elapsed: Duration, firstByte: Duration? = nil, share: Double? = nil) {
    self.elapsed = max(.zero, elapsed)
    self.firstByte = firstByte.map { min(max(.zero, $0), max(.zero, elapsed)) }
    // A minimum share of one byte in a gigabyte keeps quotients finite.
    self.share = share.flatMap { $0 > 0 && firstByte != nil ? min(max($0, 1e-9), 1) : nil }
  }

  /// The time since the head of the response.
  private var bodyTime: Duration { elapsed - (firstByte ?? elapsed) }

  /// The remaining time at the rate so far; nil if unknown.
  var measuredRemaining: Duration? { share.map { bodyTime * ((1 - $0) / $0) } }
}

// MARK: - Abandoning

extension TransferStanding {
  /// Whether the transfer is worth finishing although no caller wants it now.
  ///
  /// It is if the rest takes less time, at its measured rate, than the host needs to begin a
  /// response: fetching it again takes at least that long. PINRemoteImage has the same rule.
  package func isWorthFinishing(from host: HostTimes) -> Bool {
    guard let firstByte = host.firstByte, let measuredRemaining else { return false }
    return measuredRemaining < firstByte
  }
}

/// The fate of a load that no caller wants any more.
package enum Abandonment: Hashable, Sendable {
  /// The load was still waiting, or had ended.
  case forgotten
  /// The load must be canceled; its slot is already free.
  case cancel
  /// The load continues because it is worth finishing, and keeps its slot until it is removed.
  case finish
}
