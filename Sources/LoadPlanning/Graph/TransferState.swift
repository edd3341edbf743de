import ImageRequests

/// The state of one transfer, across its attempts.
struct TransferState: Sendable {
  let request: DataRequest
  let host: String
  /// The highest urgency of the loads that wait for it.
  var urgency: Urgency
  /// The place of its alarm in the heap; nil if none is set.
  var alarmPlace: Int?
  /// The current attempt; nil between attempts.
  var attempt: TransferAttempt?
  /// The number of failed attempts.
  var failures = 0
  /// Whether the transfer has restarted because its partial data belonged to another body.
  var hasRestarted = false
  var download = Download()
  var lastError = ImageError.cancelled
  var queuedAt: Duration
  var reportedAt: Duration?
  var times = TransferTimes()

  init(_ request: DataRequest, host: String, _ urgency: Urgency, at now: Duration) {
    self.request = request
    self.host = host
    self.urgency = urgency
    queuedAt = now
  }

  mutating func beginAttempt(_ attempt: TransferAttempt, with download: Download) {
    self.attempt = attempt
    self.download = download
    times.queueWait = (times.queueWait ?? .zero) + attempt.startedAt - queuedAt
  }

  /// Records the head of the response; returns the time since the request.
  mutating func accept(_ head: ResponseHead, at now: Duration) -> Duration? {
    guard let firstByte = attempt.map({ now - $0.startedAt }) else { return nil }
    attempt?.head = head
    attempt?.headAt = now
    times.recordHead(head, after: firstByte)
    return firstByte
  }

  /// Drops a failed attempt and its bytes; resumable ones are in the `ResumeStore`.
  mutating func giveUpAttempt(because error: ImageError) {
    failures += 1
    lastError = error
    attempt = nil
    download = Download()
  }

  /// Whether it waits for the time of its next attempt.
  var isSleeping: Bool { alarmPlace != nil && attempt == nil }

  /// The progress of the current attempt.
  func standing(at now: Duration) -> TransferStanding? {
    guard let attempt else { return nil }
    let share = download.expectedBytes.map { expected in
      Double(download.receivedBytes) / Double(max(1, expected))
    }
    return TransferStanding(
      elapsed: now - attempt.startedAt, firstByte: attempt.headAt.map { $0 - attempt.startedAt },
      share: share)
  }

  /// The time from which the rest would take long, if no byte arrives before.
  ///
  /// Nil if the length is unknown or everything is here.
  var longRestAt: Duration? {
    guard let headAt = attempt?.headAt, let length = download.expectedBytes,
      length > download.receivedBytes
    else { return nil }
    let rest = Double(length - download.receivedBytes) / Double(max(1, download.fetchedBytes))
    return headAt + Constants.Progress.longRest / rest
  }

  /// Whether this error means that the server refuses the requested range; true only before a restart.
  func mayBeRefused(with error: ImageError) -> Bool {
    !hasRestarted && download.condition != .none && (error == .status(416) || error == .status(206))
  }

  /// The result if this failure is not retried: for a truncated body on screen, its bytes.
  func result(withoutRetryAfter error: ImageError) -> Result<LoadOutput, ImageError> {
    guard case .truncated = error, !urgency.priority.isSpeculative, !download.bytes.isEmpty else {
      return .failure(error)
    }
    return .success(.cutOff(download.bytes, because: error))
  }
}

/// The time that a transfer has taken so far in each stage; see `LoadTrace`.
struct TransferTimes: Sendable {
  var queueWait: Duration?
  var firstByte: Duration?
  var transfer: Duration?
  /// Whether the connection carried other requests at the same time.
  var isMultiplexed = false
  /// The number of attempts after the first.
  var retries = 0

  /// Records the head of a response, and the time since the request.
  mutating func recordHead(_ head: ResponseHead, after time: Duration) {
    firstByte = time
    isMultiplexed = head.isMultiplexed
  }
}

/// The identifier of one fetch of a transfer.
package typealias AttemptID = UInt64

/// One fetch of a transfer, until it fails or is canceled.
struct TransferAttempt: Sendable {
  /// The identifier that its events carry; those of other attempts are ignored.
  let id: AttemptID
  let request: DataRequest
  let startedAt: Duration
  var head: ResponseHead?
  var headAt: Duration?

  init(_ id: AttemptID, of request: DataRequest, at now: Duration) {
    self.id = id
    self.request = request
    startedAt = now
  }
}

/// A change of a transfer that concerns the loads and tasks above it.
enum TransferChange: Sendable {
  /// A retry has begun, with this part of the body already here.
  case begunAgain(ImageProgress)
  /// More of the body has arrived; the progress is nil if one was reported just before.
  case grown(ImageProgress?)
  /// No bytes are arriving, so that the rest will take long.
  case stalled
  case retrying(after: Duration, because: ImageError)
  case ended(Result<LoadOutput, ImageError>)
}

/// The counts of transfers so far.
struct TransferCounters: Sendable {
  /// Transfers that were started, not counting retries.
  var started = 0
  var resumed = 0
  /// Attempts after a failed one.
  var retries = 0
}
