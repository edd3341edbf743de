import DiskCache
import FoundationEssentials

/// A load in progress, and its subscribers.
struct Load: Sendable {
  enum Stage: Sendable {
    /// The load waits for its source or, before it has one, for its start.
    case waiting
    /// The load is on a worker thread or queued for one: to read, decode or process.
    case working
    /// The transfer is queued or running.
    case transferring
    /// The load is done, and keeps its bytes while pictures are decoded from them.
    case done(LoadOutput)
  }

  let id: LoadID
  let key: LoadKey
  var audience = Audience<Subscriber>()
  /// The urgency of the audience when it was last passed on to the work.
  var urgency: Urgency
  var stage = Stage.waiting
  /// The load whose output this one waits for or uses.
  var source: LoadID?
  /// The number of tasks in the audience; with at least one, the load counts as a request.
  var taskCount = 0
  var trace: LoadTrace
  /// The copy in the disk cache, while a server is asked to validate it.
  var fallback: CachedData?

  init(_ id: LoadID, _ key: LoadKey, at now: Duration, for member: Subscriber, _ urgency: Urgency) {
    self.id = id
    self.key = key
    self.urgency = urgency
    trace = LoadTrace(url: key.url, startedAt: now)
    audience.set(urgency, for: member)
  }

  /// The output; nil until the load is done.
  var output: LoadOutput? {
    if case .done(let output) = stage { output } else { nil }
  }

  /// The complete bytes, if the load holds them.
  var bytes: Data? {
    if case .bytes(let bytes)? = output { bytes } else { nil }
  }

  var isWorking: Bool {
    if case .working = stage { true } else { false }
  }

  var isTransferring: Bool {
    if case .transferring = stage { true } else { false }
  }
}
