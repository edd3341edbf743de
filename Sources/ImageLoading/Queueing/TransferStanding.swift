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
  /// - Parameter chanceOfReturn: how likely a caller is to want it again; nil where no one says.
  ///   Without it a transfer is worth finishing that takes less, at its measured rate, than the
  ///   host's answer takes to begin. PINRemoteImage does the same: fetching it again takes at least
  ///   that.
  package func isWorthFinishing(chanceOfReturn: Double?, from host: HostTimes) -> Bool {
    guard let firstByte = host.firstByte else { return false }
    guard let chanceOfReturn else {
      return measuredRemaining.map { $0 < firstByte } ?? false
    }
    guard let body = expectedBody(from: host) else { return false }
    let answer = self.firstByte == nil ? Self.rest(of: firstByte, after: elapsed) : .zero
    return RefetchCost(firstByte: firstByte, transfer: body.whole)
      .isMore(than: answer + body.remaining, chanceOfReturn: chanceOfReturn)
  }

  /// The body's time in all, and the part still to come; nil where nothing tells.
  ///
  /// The part that has come counts by its own rate. The rest counts by the host's average, as far
  /// as there is one: the first packets come with the head, at a rate that means nothing.
  private func expectedBody(from host: HostTimes) -> (whole: Duration, remaining: Duration)? {
    guard let share else {
      return host.transfer.map { ($0, Self.rest(of: $0, after: bodyTime)) }
    }
    let whole = host.transfer.map { bodyTime + $0 * (1 - share) } ?? bodyTime * (1 / share)
    return (whole, whole * (1 - share))
  }

  /// How much longer something takes that takes `average`.
  ///
  /// It is the rest of that or, once it is overdue, as long again as it has been.
  private static func rest(of average: Duration, after elapsed: Duration) -> Duration {
    elapsed < average ? average - elapsed : elapsed - average
  }
}

/// The time that it would take to fetch again what is not finished now.
package struct RefetchCost: Hashable, Sendable {
  /// Until the answer begins.
  package var firstByte: Duration
  /// From there to its end.
  package var transfer: Duration

  package init(firstByte: Duration, transfer: Duration) {
    self.firstByte = firstByte
    self.transfer = transfer
  }

  /// Whether a transfer that still takes this long is worth finishing although no caller wants it
  /// now.
  ///
  /// It is if that is less than the expected time of fetching it again: the whole time, times the
  /// chance that a caller wants it again. So no transfer is finished that no caller will want
  /// again.
  ///
  /// - Parameter chanceOfReturn: from 0 to 1.
  package func isMore(than remaining: Duration, chanceOfReturn: Double) -> Bool {
    remaining < (firstByte + transfer) * chanceOfReturn.asChance
  }
}

extension Double {
  /// The number as a probability: 0 if it is below 0 or no number, 1 if it is above 1.
  var asChance: Double { self > 0 ? Swift.min(self, 1) : 0 }
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
