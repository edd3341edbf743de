import Synchronization

/// The jobs that wait and those that run: a pure value, for `WorkerThreads` to lock and wait on.
///
/// There is a queue for what is on screen and one for speculation, each with threads of its kind. A
/// job whose priority changes before it starts changes queues. A thread helps with the other queue
/// if more jobs wait there than threads of that kind are free. Otherwise half of a machine of two
/// cores would idle. What is on screen goes first either way. Of several threads for it one is
/// never lent, so that what comes on screen finds it free.
///
/// Visible pictures get further threads of the kind `screen` while jobs off screen hold those that there are: at most as
/// many as there were at first.
///
/// Further threads of the kind `screen` start, up to a limit, while jobs wait for distant files: one that waits leaves
/// its core to another. Where files are here again, those that are too many sleep.
///
/// - Complexity: O(log n) for every call, `stop` aside.
struct JobBoard {
  typealias Work = @Sendable (_ isCancelled: () -> Bool) -> Void

  /// Work that waits, under its ticket.
  struct Entry {
    let ticket: UInt64
    let work: Work
  }

  /// In which queue a job waits, and where there.
  private struct Place {
    var kind: ThreadKind
    var index: Int
  }

  typealias Queue = IndexedHeap<Entry, Turn>

  private var onScreen = Queue()
  private var ahead = Queue()
  private var places: [UInt64: Place] = [:]
  private var running: [UInt64: RunningJob] = [:]
  /// The threads that there are.
  private var threads: KindCounts
  /// The threads that there were at first: as many as keep the cores busy where no job waits.
  private let first: KindCounts
  /// The most threads of all kinds, where jobs wait for distant files.
  private let most: Int
  /// Whether jobs wait for distant files.
  var waitsForFiles = false
  private var busy = KindCounts()
  /// Threads of the kind `screen` whose jobs are speculation, or have become it.
  private var lent = 0
  private var nextTicket: UInt64 = 0
  private(set) var isStopped = false

  /// - Parameters:
  ///   - threads: the threads that will ask for jobs.
  ///   - most: how many there may be, where jobs wait; nil for no more.
  init(threads: KindCounts, most: Int? = nil) {
    self.threads = threads
    first = threads
    self.most = max(threads.total, most ?? 0)
  }

  /// Notes that a thread will never ask for a job, because the system refused to start it.
  mutating func lose(_ kind: ThreadKind) {
    threads[kind] -= 1
  }

  /// Queues work and gives it a ticket; once stopped, the work is forgotten.
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

  /// Changes the turn of work that waits, or the purpose of work that runs; other work is left alone.
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

  /// Returns the work if it will never start, for the caller to release.
  mutating func cancel(ticket: UInt64) -> Work? {
    running[ticket]?.flag.raise()
    // Nothing on screen waits for it any more, even if it goes on for long.
    if running[ticket] != nil { changeTurn(ofTicket: ticket) { $0.priority = .veryLow } }
    return places.removeValue(forKey: ticket).map {
      self[$0.kind].remove(at: $0.index).element.work
    }
  }

  /// Takes the job that a thread does now.
  ///
  /// It is nil while there is none, and holds nil once there will be none.
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

  /// Notes the end of a job.
  mutating func finish(_ job: RunningJob) {
    if let job = running.removeValue(forKey: job.ticket) { count(job, -1) }
  }

  /// Whether one more thread of the kind `screen` shall start now, which is counted at once.
  mutating func takeStart() -> Bool {
    guard !isStopped, parked(.screen) == 0, screenThreads > first.screen || lent > 0,
      threads.total < max(most, 2 * first.screen + first.speculation),
      onScreen.isEmpty ? lendsOneMore : servesOneMore && lent <= first.screen
    else { return false }
    threads.screen += 1
    return true
  }

  /// The kind of thread to wake: one of the kind has nothing to do, and would find something.
  var kindToWake: ThreadKind? {
    ThreadKind.allCases.first { queue(for: $0) != nil }
  }

  /// Cancels everything; returns what will never start, for the caller to release.
  mutating func stop() -> [Queue] {
    isStopped = true
    places = [:]
    for job in running.values { job.flag.raise() }
    return [exchange(&onScreen, with: Queue()), exchange(&ahead, with: Queue())]
  }
}

extension JobBoard {
  /// The queue that a thread without a job takes its next one from; nil while there is none for it.
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

  /// The threads of the kind `screen` that may have work at a time, beside those whose jobs have left the screen.
  private var screenThreads: Int {
    (waitsForFiles ? most : first.total) - first.speculation
  }

  /// The threads of a kind that have no job.
  private func parked(_ kind: ThreadKind) -> Int { threads[kind] - busy[kind] }

  /// Whether one more thread of the kind `screen` may work for the screen.
  private var servesOneMore: Bool { busy.screen - lent < screenThreads }

  /// Whether one more thread of the kind `screen` may serve speculation, and finds a job there.
  private var lendsOneMore: Bool {
    busy.screen < screenThreads && lent < max(1, min(threads.screen, screenThreads) - 1)
      && ahead.count > parked(.speculation)
  }

  /// The threads of the kind `screen` that could take a job that is on screen.
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
  /// The kind of the thread that has it.
  let thread: ThreadKind
  /// How urgent it is now.
  var turn: Turn

  func run() {
    work { flag.isRaised }
  }
}

/// Tells a running job, from any thread, that its result is no longer wanted.
final class CancellationFlag: Sendable {
  private let raised = Atomic(false)

  var isRaised: Bool { raised.load(ordering: .relaxed) }

  func raise() { raised.store(true, ordering: .relaxed) }
}
