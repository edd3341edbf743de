import DiskCache
import FoundationEssentials
import ImageDecoding

/// Something on its way, and who waits for it.
struct Load: Sendable {
  enum Stage: Sendable {
    /// For its source, or, before it has one, for its start.
    case waiting
    /// On a worker thread, or waiting for one: reading, decoding, processing.
    case working
    /// Between the queue and its last byte.
    case transferring
    /// There; the bytes are kept while pictures are made of them.
    case done(Data)
  }

  let id: LoadID
  let key: LoadKey
  var audience = Audience<Subscriber>()
  /// The audience's urgency, as far as the work has been told.
  var urgency: Urgency
  var stage = Stage.waiting
  /// The load that it waits for, or whose output it uses.
  var source: LoadID?
  /// A coarse picture that is made of it first.
  var standIn = StandInState.untried
  /// How many tasks are in the audience: with one, it counts as a request.
  var taskCount = 0
  /// How likely a caller is to come back to it; nil if no one has said anything of use.
  ///
  /// It is the highest chance of those who have left since the last one joined.
  var chanceOfReturn: Double?
  var trace: LoadTrace
  /// What the disk cache had, while a server is asked whether it is still right.
  var fallback: CachedData?
  /// Of a transfer: what is shown of its bytes before they are all there.
  var previews = TransferPreviews()

  init(_ id: LoadID, _ key: LoadKey, at now: Duration, for member: Subscriber, _ urgency: Urgency) {
    self.id = id
    self.key = key
    self.urgency = urgency
    trace = LoadTrace(url: key.url, startedAt: now)
    audience.set(urgency, for: member)
  }

  /// Notes the chance that a leaving caller gave.
  mutating func note(chanceOfReturn chance: Double) {
    chanceOfReturn = max(chance.asChance, chanceOfReturn ?? 0)
  }

  /// What it holds once it is done.
  var bytes: Data? {
    if case .done(let bytes) = stage { bytes } else { nil }
  }

  var isWorking: Bool {
    if case .working = stage { true } else { false }
  }

  var isTransferring: Bool {
    if case .transferring = stage { true } else { false }
  }
}

/// What is shown of a transfer's bytes before they are all there.
struct TransferPreviews: Sendable {
  var schedule = PreviewSchedule()
  /// The one that is being made.
  var job: LoadID?
  /// Whether what has come was searched for a thumbnail, which comes first if there is one.
  var hasLookedForStandIn = false
}

/// How far a load has got in having something to show before its picture.
enum StandInState: Hashable, Sendable {
  case untried
  /// This job looks for it, or makes it.
  case underWay(LoadID)
  /// It was tried, whatever came of it.
  case tried
}
