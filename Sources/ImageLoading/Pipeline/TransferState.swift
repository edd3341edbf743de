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

  init(host: String, at now: Duration) {
    self.host = host
    queuedAt = now
  }

  /// How long until the last byte, at the rate so far; nil while that is unknown.
  func remainingTime(at now: Duration) -> Duration? {
    guard let headAt, let expected = download.expectedBytes, download.receivedBytes > 0 else {
      return nil
    }
    let share = Double(expected - download.receivedBytes) / Double(download.receivedBytes)
    return (now - headAt) * max(0, share)
  }
}
