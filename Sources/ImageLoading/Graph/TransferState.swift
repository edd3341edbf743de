/// How far one transfer has got, through all its attempts.
struct TransferState: Sendable {
  let request: DataRequest
  let host: String
  /// How urgent it is to the most urgent load that waits for it.
  var urgency: Urgency
  /// The place among those that are looked at when a time has come; nil for others.
  var alarmPlace: Int?
  /// The attempt in hand; nil while it waits for one.
  var attempt: TransferAttempt?
  /// Attempts that have failed.
  var failures = 0
  /// Whether a part turned out to be of another body, and all is fetched anew.
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

  mutating func begin(_ attempt: TransferAttempt, with download: Download) {
    self.attempt = attempt
    self.download = download
    times.queueWait = (times.queueWait ?? .zero) + attempt.startedAt - queuedAt
  }

  /// Takes the head of the answer; returns the time since the request.
  mutating func accept(_ head: ResponseHead, at now: Duration) -> Duration? {
    guard let firstByte = attempt.map({ now - $0.startedAt }) else { return nil }
    attempt?.head = head
    attempt?.headAt = now
    times.recordHead(head, after: firstByte)
    return firstByte
  }

  /// Forgets an attempt that has failed, and its bytes: the parts keep those that a later attempt continues.
  mutating func giveUpAttempt(because error: ImageError) {
    failures += 1
    lastError = error
    attempt = nil
    download = Download()
  }

  /// Whether it waits for the time of its next attempt.
  var isSleeping: Bool { alarmPlace != nil && attempt == nil }

  /// How far the attempt in hand has got.
  func standing(at now: Duration) -> TransferStanding? {
    guard let attempt else { return nil }
    let share = download.expectedBytes.map { expected in
      Double(download.receivedBytes) / Double(max(1, expected))
    }
    return TransferStanding(
      elapsed: now - attempt.startedAt, firstByte: attempt.headAt.map { $0 - attempt.startedAt },
      share: share)
  }

  /// When the rest will take half a second at the rate until then, if nothing comes before: a wait that a person
  /// notices.
  ///
  /// With less to save, a connection and a body on disk are worth more. It is nil if the rest is not known.
  var longRestAt: Duration? {
    guard let headAt = attempt?.headAt, let length = download.expectedBytes,
      length > download.receivedBytes
    else { return nil }
    let rest = Double(length - download.receivedBytes) / Double(max(1, download.fetchedBytes))
    return headAt + .milliseconds(500) / rest
  }

  /// Whether a server refuses the rest that was asked for by this error, for the first time.
  func mayBeRefused(with error: ImageError) -> Bool {
    !hasRestarted && download.condition != .none && (error == .status(416) || error == .status(206))
  }

  /// The result if no attempt follows on a failure: of a body on screen that was cut off, the bytes that have come.
  func result(withoutRetryAfter error: ImageError) -> Result<LoadOutput, ImageError> {
    guard case .truncated = error, !urgency.priority.isSpeculative, !download.bytes.isEmpty else {
      return .failure(error)
    }
    return .success(.cutOff(download.bytes, because: error))
  }
}

/// The time that a transfer has taken so far, by stage; see `LoadTrace`.
struct TransferTimes: Sendable {
  var queueWait: Duration?
  var firstByte: Duration?
  var transfer: Duration?
  /// Whether its connection carried others at the same time.
  var isMultiplexed = false
  /// Attempts after the first one.
  var retries = 0

  /// Records the head of an answer, and the time since the request.
  mutating func recordHead(_ head: ResponseHead, after time: Duration) {
    firstByte = time
    isMultiplexed = head.isMultiplexed
  }
}

/// Names one fetch of a transfer.
typealias AttemptID = UInt64

/// One fetch of a transfer, until it has failed or was given up.
struct TransferAttempt: Sendable {
  /// Events of other attempts do not count.
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

/// A change of one transfer that concerns the loads and tasks above it.
enum TransferChange: Sendable {
  /// Another attempt begins after a failed one, behind so much of the body.
  case begunAgain(ImageProgress)
  /// More of the body is here; the progress is nil if one was reported just before.
  case grown(ImageProgress?)
  /// Nothing more comes, and so the rest takes long.
  case stalled
  case retrying(after: Duration, because: ImageError)
  case ended(Result<LoadOutput, ImageError>)
}

/// The counts of what has happened to transfers so far.
struct TransferCounters: Sendable {
  /// Each transfer counts once, however often it is tried.
  var started = 0
  var resumed = 0
  /// Attempts after a failed one.
  var retries = 0
}
