import DiskCache
import FoundationEssentials

/// A load that is under way, and its audience.
struct Load: Sendable {
  enum Stage: Sendable {
    /// It waits for its source or, before it has one, for its start.
    case waiting
    /// It is on a worker thread, or waits for one: to read, decode or process.
    case working
    /// It is between the queue and its last byte.
    case transferring
    /// It is done; it keeps the bytes while pictures are made of them.
    case done(LoadOutput)
  }

  let id: LoadID
  let key: LoadKey
  var audience = Audience<Subscriber>()
  /// The audience's urgency, as last passed on to the work.
  var urgency: Urgency
  var stage = Stage.waiting
  /// The load that it waits for, or whose output it uses.
  var source: LoadID?
  /// How many tasks are in the audience: with one, it counts as a request.
  var taskCount = 0
  var trace: LoadTrace
  /// What the disk cache had, while a server is asked whether it is still right.
  var fallback: CachedData?

  init(_ id: LoadID, _ key: LoadKey, at now: Duration, for member: Subscriber, _ urgency: Urgency) {
    self.id = id
    self.key = key
    self.urgency = urgency
    trace = LoadTrace(url: key.url, startedAt: now)
    audience.set(urgency, for: member)
  }

  /// What it holds once it is done.
  var output: LoadOutput? {
    if case .done(let output) = stage { output } else { nil }
  }

  /// All bytes, if it holds them.
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
