/// What the gallery asks of the world, as data: a test can compare it, an identity can cancel it.
package enum Effect: Hashable, Sendable {
  /// Wanted on screen now; also raises a load of the same key that is in flight.
  case load(TileRequest)
  /// Likely to be wanted soon.
  case prefetch(TileRequest)
  /// A picture that was prefetched is on screen now.
  case shown(TileRequest)
  /// No longer wanted.
  case cancel(TileKey)
  /// What waits for its next attempt starts it at once.
  case retryNow
  case switchPresenter
  case suspend
  /// The program ends with this status.
  case leave(status: Int32)
}
