import ImageDecoding

/// How far one transfer has got, through all its attempts.
struct TransferState: Sendable {
  enum Phase: Sendable {
    case queued, fetching
    /// At this place among those that sleep.
    case backingOff(place: Int)
  }

  let host: String
  var phase = Phase.queued
  /// Names the attempt whose events count; an earlier one's do not.
  var attempt: LoadID?
  /// Attempts that have failed.
  var failures = 0
  /// Whether a resumed body turned out to be another one, and all is fetched anew.
  var hasRestarted = false
  var download = Download()
  var head: ResponseHead?
  var lastError = ImageError.cancelled

  var queuedAt: Duration
  var startedAt = Duration.zero
  var headAt: Duration?
  var reportedAt: Duration?

  var previews = PreviewSchedule()
  var previewJob: LoadID?
  /// Whether what has come was searched for a thumbnail, which comes first if there is one.
  var hasLookedForStandIn = false

  init(host: String, at now: Duration) {
    self.host = host
    queuedAt = now
  }

  /// How far the latest attempt has got.
  func standing(at now: Duration) -> TransferStanding {
    let share = download.expectedBytes.map { expected in
      Double(download.receivedBytes) / Double(max(1, expected))
    }
    return TransferStanding(
      elapsed: now - startedAt, firstByte: headAt.map { $0 - startedAt }, share: share)
  }
}
