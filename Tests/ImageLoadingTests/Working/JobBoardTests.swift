import TestSupport
import Testing

@testable import ImageLoading

@Suite struct JobBoardTests {
  /// The board of the model: all that waits, in the order of submission, and what the threads do.
  private struct Model {
    struct Waiting {
      let ticket: UInt64
      var priority: ImagePriority
      var visibleAt: Duration

      func isBefore(_ other: Waiting) -> Bool {
        priority == other.priority ? visibleAt < other.visibleAt : priority > other.priority
      }
    }

    /// The threads at first.
    let first: KindCounts
    /// The threads that were started later.
    var started = 0
    var waiting: [Waiting] = []
    var running: [RunningJob] = []

    init(threads: KindCounts) { first = threads }

    private func parked(_ kind: ThreadKind) -> Int {
      first[kind] + (kind == .screen ? started : 0) - running.count { $0.thread == kind }
    }

    /// The running jobs of threads for the screen, by what they are for now.
    private func serving(_ kind: ThreadKind) -> Int {
      running.count { $0.thread == .screen && ThreadKind(for: $0.turn.priority) == kind }
    }

    /// The first of a queue; of equals, `min` has the first.
    private func first(_ kind: ThreadKind) -> UInt64? {
      waiting.filter { ThreadKind(for: $0.priority) == kind }.min { $0.isBefore($1) }?.ticket
    }

    private func count(_ kind: ThreadKind) -> Int {
      waiting.count { ThreadKind(for: $0.priority) == kind }
    }

    private var lends: Bool {
      serving(.screen) + serving(.speculation) < first.screen
        && serving(.speculation) < max(1, first.screen - 1)
        && count(.speculation) > parked(.speculation)
    }

    func next(for kind: ThreadKind) -> UInt64? {
      guard parked(kind) > 0 else { return nil }
      let free = min(parked(.screen), first.screen - serving(.screen))
      switch kind {
      case .screen:
        if let ticket = first(.screen) { return free > 0 ? ticket : nil }
        return lends ? first(.speculation) : nil
      case .speculation:
        return count(.screen) > free ? first(.screen) : first(.speculation)
      }
    }

    /// Whether a picture on screen finds only threads that serve speculation.
    var needsStart: Bool {
      first(.screen) != nil && parked(.screen) == 0 && serving(.screen) < first.screen
        && started < first.screen
    }
  }

  @Test(
    arguments: 1...5,
    [
      KindCounts(screen: 1, speculation: 1), KindCounts(screen: 3, speculation: 1),
      KindCounts(screen: 1),
    ])
  func `a random walk agrees with a sorted list`(seed: UInt64, threads: KindCounts) throws {
    var random = SeededRandom(seed: seed)
    var board = JobBoard(threads: threads)
    var model = Model(threads: threads)
    var cancelled: Set<UInt64> = []
    for _ in 0..<5000 {
      let priority = try #require(ImagePriority.allCases.randomElement(using: &random))
      let ticket = UInt64.random(
        in: 0...UInt64(model.waiting.last?.ticket ?? 0) + 1, using: &random)
      let visibleAt = Duration.seconds(Int.random(in: 0..<4, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let ticket = board.submit({ _ in }, priority: priority, visibleAt: visibleAt)
        model.waiting.append(.init(ticket: ticket, priority: priority, visibleAt: visibleAt))
      case 2:
        board.changeTurn(ofTicket: ticket) { turn in
          turn.priority = priority
          turn.visibleAt = visibleAt
        }
        if let index = model.waiting.firstIndex(where: { $0.ticket == ticket }) {
          model.waiting[index].priority = priority
          model.waiting[index].visibleAt = visibleAt
        }
        if let index = model.running.firstIndex(where: { $0.ticket == ticket }) {
          model.running[index].turn.priority = priority
        }
      case 3:
        let wasWaiting = board.cancel(ticket: ticket) != nil
        #expect(wasWaiting == model.waiting.contains { $0.ticket == ticket })
        model.waiting.removeAll { $0.ticket == ticket }
        if let index = model.running.firstIndex(where: { $0.ticket == ticket }) {
          cancelled.insert(ticket)
          model.running[index].turn.priority = .veryLow
        }
      case 4, 5:
        guard let kind = ThreadKind.allCases.randomElement(using: &random) else { continue }
        let expected = model.next(for: kind)
        let job = board.next(for: kind)?.flatMap { $0 }
        #expect(job?.ticket == expected)
        model.waiting.removeAll { $0.ticket == expected }
        if let job { model.running.append(job) }
      default:
        guard let index = model.running.indices.randomElement(using: &random) else { continue }
        let job = model.running.remove(at: index)
        #expect(job.flag.isRaised == cancelled.contains(job.ticket))
        board.finish(job)
      }
      let starts = board.takeStart()
      #expect(starts == model.needsStart)
      if starts { model.started += 1 }
      #expect(board.kindToWake == ThreadKind.allCases.first { model.next(for: $0) != nil })
    }
  }

  /// Jobs by name, and what threads find.
  private struct Transcript {
    var board: JobBoard
    private var names: [UInt64: String] = [:]

    init(screen: Int, speculation: Int) {
      board = JobBoard(threads: KindCounts(screen: screen, speculation: speculation))
    }

    @discardableResult
    mutating func submit(_ name: String, _ priority: ImagePriority) -> UInt64 {
      let ticket = board.submit({ _ in }, priority: priority, visibleAt: .zero)
      names[ticket] = name
      return ticket
    }

    mutating func next(_ kind: ThreadKind) -> String? {
      board.next(for: kind)?.flatMap { names[$0.ticket] }
    }

    /// The job that one more thread for the screen finds, if one may start.
    mutating func start() -> String? { board.takeStart() ? next(.screen) : nil }
  }

  @Test func `speculation leaves one of several threads for what comes on screen`() {
    var transcript = Transcript(screen: 2, speculation: 1)
    for name in ["a", "b", "c"] { transcript.submit(name, .low) }
    #expect(transcript.next(.speculation) == "a")
    #expect(transcript.next(.screen) == "b")
    #expect(transcript.next(.screen) == nil)
    transcript.submit("seen", .high)
    #expect(transcript.board.kindToWake == .screen)
    #expect(transcript.next(.screen) == "seen")
  }

  @Test func `the thread for speculation helps only where no other is free`() {
    var transcript = Transcript(screen: 1, speculation: 1)
    transcript.submit("first", .high)
    #expect(transcript.next(.speculation) == nil)
    transcript.submit("second", .high)
    #expect(transcript.next(.screen) == "first")
    #expect(transcript.board.kindToWake == .speculation)
    transcript.submit("ahead", .low)
    #expect(transcript.next(.speculation) == "second")
  }

  @Test func `a job that comes on screen before it starts changes queue`() {
    var transcript = Transcript(screen: 1, speculation: 1)
    transcript.submit("ahead", .low)
    let later = transcript.submit("seen", .low)
    transcript.board.changeTurn(ofTicket: later) { $0.priority = .high }
    #expect(transcript.board.kindToWake == .speculation)
    #expect(transcript.next(.speculation) == "ahead")
    #expect(transcript.board.kindToWake == .screen)
    #expect(transcript.next(.screen) == "seen")
  }

  @Test func `a job that comes on screen waits for no picture that has left it`() {
    var transcript = Transcript(screen: 1, speculation: 0)
    let left = transcript.submit("left", .high)
    #expect(transcript.next(.screen) == "left")
    transcript.submit("seen", .high)
    #expect(transcript.start() == nil)
    transcript.board.changeTurn(ofTicket: left) { $0.priority = .low }
    #expect(transcript.start() == "seen")
    transcript.submit("next", .high)
    #expect(transcript.start() == nil)
  }

  @Test func `a job that comes on screen waits for no job that was canceled while it ran`() {
    var transcript = Transcript(screen: 1, speculation: 0)
    let left = transcript.submit("left", .high)
    #expect(transcript.next(.screen) == "left")
    transcript.submit("seen", .high)
    _ = transcript.board.cancel(ticket: left)
    #expect(transcript.start() == "seen")
  }

  @Test func `a job that comes on screen waits for no picture ahead of it`() {
    var transcript = Transcript(screen: 1, speculation: 0)
    transcript.submit("ahead", .low)
    #expect(transcript.next(.screen) == "ahead")
    transcript.submit("seen", .high)
    #expect(transcript.start() == "seen")
  }

  @Test func `threads that the system refused are not counted on`() {
    var transcript = Transcript(screen: 1, speculation: 1)
    transcript.board.lose(.screen)
    transcript.submit("seen", .high)
    #expect(transcript.next(.speculation) == "seen")
  }

  // MARK: - Jobs that wait for distant files

  /// A board of one thread of each kind on which jobs wait.
  private func board(most: Int?, waitsForFiles: Bool = true) -> JobBoard {
    var board = JobBoard(threads: KindCounts(screen: 1, speculation: 1), most: most)
    for _ in 0..<9 { _ = board.submit({ _ in }, priority: .high, visibleAt: .zero) }
    board.waitsForFiles = waitsForFiles
    return board
  }

  /// The jobs that threads of the kind for the screen take until none is free, starting all that may start.
  private func fill(_ board: inout JobBoard) -> [RunningJob] {
    var jobs: [RunningJob] = []
    while let job = board.next(for: .screen)?.flatMap({ $0 }) {
      jobs.append(job)
      _ = board.takeStart()
    }
    return jobs
  }

  @Test func `where jobs wait for distant files more threads start, up to a limit`() {
    var board = board(most: 6)
    #expect(fill(&board).count == 5)
    #expect(board.next(for: .speculation)?.flatMap { $0 } != nil)
  }

  @Test func `threads that jobs off screen hold count among the most`() {
    var board = board(most: 6)
    for job in fill(&board) { board.changeTurn(ofTicket: job.ticket) { $0.priority = .low } }
    _ = board.submit({ _ in }, priority: .high, visibleAt: .zero)
    let starts = board.takeStart()
    #expect(!starts)
  }

  @Test func `no thread starts where files are here, nor beyond the first without a limit`() {
    var busy = board(most: 6, waitsForFiles: false)
    #expect(fill(&busy).count == 1)
    var fixed = board(most: nil)
    #expect(fill(&fixed).count == 1)
  }

  @Test func `a thread that is needed no more takes no job`() {
    var board = board(most: 6)
    let jobs = fill(&board)
    board.finish(jobs[0])
    board.waitsForFiles = false
    #expect(board.next(for: .screen) == nil)
    #expect(board.kindToWake == .speculation)
    for job in jobs[1...] { board.finish(job) }
    #expect(fill(&board).count == 1)
  }

  @Test func `a thread that sleeps is woken as soon as it is needed again`() {
    var board = board(most: 6)
    let jobs = fill(&board)
    board.waitsForFiles = false
    for job in jobs[1...] { board.finish(job) }
    _ = board.next(for: .speculation)
    #expect(board.kindToWake == nil)
    board.waitsForFiles = true
    #expect(board.kindToWake == .screen)
  }

  @Test func `no thread starts once all are stopped`() {
    var board = board(most: 6)
    _ = board.stop()
    #expect(board.takeStart() == false)
  }
}
