import Synchronization

/// The waiting and running jobs of `WorkerThreads`, which locks and waits on it: a pure value.
///
/// Visible pictures and speculation have a queue each, with threads of that kind. A job whose
/// priority changes before it starts changes queues. A thread helps with the other queue if more
/// jobs wait there than threads of that kind are free. Otherwise half of a machine with two cores
/// would idle. Jobs for the screen always go first. If there are several threads for the screen, one
/// is never lent, so that a new visible picture finds it free.
///
/// More threads of the kind `screen` start while jobs that have left the screen hold the existing
/// ones: at most as many as there were at first.
///
/// More threads of the kind `screen` also start, up to a limit, while jobs wait for distant files:
/// a waiting thread leaves its core to another. When files are local again, surplus threads sleep.
///
/// - Complexity: O(log *n*) for every call, except `stop`.
struct JobBoard {
  typealias Work = @Sendable (_ isCancelled: () -> Bool) -> Void

  /// A waiting job, with its ticket.
  struct Entry {
    let ticket: UInt64
    let work: Work
  }

  /// The queue of a waiting job, and its place there.
  private struct Place {
    var kind: ThreadKind
    var index: Int
  }

  typealias Queue = IndexedHeap<Entry, Turn>

  private var onScreen = Queue()
  private var ahead = Queue()
  private var places: [UInt64: Place] = [:]
  private var running: [UInt64: RunningJob] = [:]
  /// The current number of threads.
  private var threads: KindCounts
  /// The initial number of threads, which keeps the cores busy if no job waits for a file.
  private let first: KindCounts
  /// The maximum number of threads of all kinds, if jobs wait for distant files.
  private let most: Int
  /// Whether jobs wait for distant files.
  var waitsForFiles = false
  private var busy = KindCounts()
  /// The threads of the kind `screen` whose jobs are, or have become, speculation.
  private var lent = 0
  private var nextTicket: UInt64 = 0
  private(set) var isStopped = false

  /// - Parameters:
  ///   - threads: the threads that will ask for jobs.
  ///   - most: the maximum number of threads if jobs wait for files; nil for no more than `threads`.
  init(threads: KindCounts, most: Int? = nil) {
    self.threads = threads
    first = threads
    self.most = max(threads.total, most ?? 0)
  }

  /// Records that the system could not start a thread.
  mutating func lose(_ kind: ThreadKind) {
    threads[kind] -= 1
  }

  /// Queues work, and returns its ticket; after `stop`, the work is dropped.
  mutating func submit(
    _ work: @escaping Work, priority: ImagePriority, visibleAt: Duration
  ) -> UInt64 {
    defer { nextTicket += 1 }
    if !isStopped {
      let turn = Turn(priority: priority, visibleAt: visibleAt, arrival: nextTicket)
      insert(Entry(ticket: nextTicket, work: work), turn)
    }
    return nextTicket
  }

  /// Changes the turn of a waiting job or the purpose of a running one; other jobs are ignored.
  mutating func changeTurn(ofTicket ticket: UInt64, _ change: (inout Turn) -> Void) {
    if let place = places[ticket] {
      var (entry, turn) = self[place.kind].remove(at: place.index)
      change(&turn)
      insert(entry, turn)
    } else if var job = running[ticket] {
      count(job, -1)
      change(&job.turn)
      count(job, 1)
      running[ticket] = job
    }
  }

  /// Cancels a job; returns its work if it will never start, for the caller to release.
  mutating func cancel(ticket: UInt64) -> Work? {
    running[ticket]?.flag.raise()
    // No visible picture waits for it any more, even if it runs for long.
    if running[ticket] != nil { changeTurn(ofTicket: ticket) { $0.priority = .veryLow } }
    return places.removeValue(forKey: ticket).map {
      self[$0.kind].remove(at: $0.index).element.work
    }
  }

  /// Returns the next job for a thread.
  ///
  /// `nil` means that there is none now; `.some(nil)`, that the thread must end.
  mutating func next(for kind: ThreadKind) -> RunningJob?? {
    if isStopped { return .some(nil) }
    guard let queue = queue(for: kind), let (entry, turn) = self[queue].removeFirst() else {
      return nil
    }
    places[entry.ticket] = nil
    let job = RunningJob(
      ticket: entry.ticket, work: entry.work, flag: CancellationFlag(), thread: kind, turn: turn)
    running[entry.ticket] = job
    count(job, 1)
    return job
  }

  /// Records the end of a job.
  mutating func finish(_ job: RunningJob) {
    if let job = running.removeValue(forKey: job.ticket) { count(job, -1) }
  }

  /// Whether to start another thread of the kind `screen` now; if so, counts it.
  mutating func takeStart() -> Bool {
    guard !isStopped, parked(.screen) == 0, screenThreads > first.screen || lent > 0,
      threads.total < max(most, 2 * first.screen + first.speculation),
      onScreen.isEmpty ? lendsOneMore : servesOneMore && lent <= first.screen
    else { return false }
    threads.screen += 1
    return true
  }

  /// The kind of thread to wake: one that is idle, and would find a job.
  var kindToWake: ThreadKind? {
    ThreadKind.allCases.first { queue(for: $0) != nil }
  }

  /// Cancels all jobs; returns those that will never start, for the caller to release.
  mutating func stop() -> [Queue] {
    isStopped = true
    places = [:]
    for job in running.values { job.flag.raise() }
    return [exchange(&onScreen, with: Queue()), exchange(&ahead, with: Queue())]
  }
}

extension JobBoard {
  /// Returns the queue from which an idle thread takes its next job; nil if it has none.
  private func queue(for kind: ThreadKind) -> ThreadKind? {
    guard parked(kind) > 0 else { return nil }
    switch kind {
    case .screen:
      if onScreen.isEmpty { return lendsOneMore ? .speculation : nil }
      return servesOneMore ? .screen : nil
    case .speculation:
      if onScreen.count > freeForScreen { return .screen }
      return ahead.isEmpty ? nil : .speculation
    }
  }

  /// The threads of the kind `screen` that may work at a time, not counting those whose jobs have left the screen.
  private var screenThreads: Int {
    (waitsForFiles ? most : first.total) - first.speculation
  }

  /// Returns the number of idle threads of a kind.
  private func parked(_ kind: ThreadKind) -> Int { threads[kind] - busy[kind] }

  /// Whether another thread of the kind `screen` may work for the screen.
  private var servesOneMore: Bool { busy.screen - lent < screenThreads }

  /// Whether another thread of the kind `screen` may work for speculation, and finds a job there.
  private var lendsOneMore: Bool {
    busy.screen < screenThreads && lent < max(1, min(threads.screen, screenThreads) - 1)
      && ahead.count > parked(.speculation)
  }

  /// The number of threads of the kind `screen` that could take a job for the screen.
  private var freeForScreen: Int {
    max(0, min(parked(.screen), screenThreads - (busy.screen - lent)))
  }

  private mutating func insert(_ entry: Entry, _ turn: Turn) {
    let kind = ThreadKind(for: turn.priority)
    places[entry.ticket] = Place(kind: kind, index: self[kind].insert(entry, rank: turn))
  }

  private mutating func count(_ job: RunningJob, _ sign: Int) {
    busy[job.thread] += sign
    if job.thread == .screen, ThreadKind(for: job.turn.priority) == .speculation { lent += sign }
  }

  private subscript(kind: ThreadKind) -> Queue {
    get {
      switch kind {
      case .screen: onScreen
      case .speculation: ahead
      }
    }
    _modify {
      switch kind {
      case .screen: yield &onScreen
      case .speculation: yield &ahead
      }
    }
  }
}

/// A job that a thread has taken.
struct RunningJob {
  let ticket: UInt64
  let work: JobBoard.Work
  let flag: CancellationFlag
  /// The kind of the thread that runs it.
  let thread: ThreadKind
  /// The current rank, which changes with its urgency.
  var turn: Turn

  func run() {
    work { flag.isRaised }
  }
}

/// A flag that tells a running job, from any thread, that its result is no longer needed.
final class CancellationFlag: Sendable {
  private let raised = Atomic(false)

  var isRaised: Bool { raised.load(ordering: .relaxed) }

  func raise() { raised.store(true, ordering: .relaxed) }
}
