/// What it would take to fetch again what is not finished now.
package struct RefetchCost: Hashable, Sendable {
  /// Until the answer begins.
  package var firstByte: Duration
  /// From there to its end.
  package var transfer: Duration

  package init(firstByte: Duration, transfer: Duration) {
    self.firstByte = firstByte
    self.transfer = transfer
  }

  /// Whether a transfer that still takes this long is to be finished although nobody wants it now.
  ///
  /// It is if that is less than what fetching it again can be expected to take: the whole time, times
  /// the chance that it will be. So nothing is finished that will not be wanted again.
  ///
  /// - Parameter chanceOfReturn: from 0 to 1.
  package func isMore(than remaining: Duration, chanceOfReturn: Double) -> Bool {
    remaining < (firstByte + transfer) * chanceOfReturn.asChance
  }
}
