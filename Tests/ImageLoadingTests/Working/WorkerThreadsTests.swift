import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct WorkerThreadsTests {
  @Test func `the most urgent job runs first, in order within a priority`() async {
    let held = await HeldThreads()
    for priority in [ImagePriority.normal, .veryLow, .veryHigh, .low, .high] {
      for turn in 1...2 { held.submit("\(priority) \(turn)", priority) }
    }
    let ran = await held.release()
    #expect(
      ran == [
        "veryHigh 1", "veryHigh 2", "high 1", "high 2", "normal 1", "normal 2", "low 1", "low 2",
        "veryLow 1", "veryLow 2",
      ])
  }

  @Test func `a job that waits can change its priority`() async {
    let held = await HeldThreads()
    let first = held.submit("first", .normal)
    let second = held.submit("second", .normal)
    held.submit("third", .normal)
    held.threads.setUrgency(Urgency(.high), of: second)
    held.threads.setUrgency(Urgency(.low), of: first)
    #expect(await held.release() == ["second", "third", "first"])
  }

  @Test func `within a priority the job whose picture is on screen sooner runs first`() async {
    let held = await HeldThreads()
    held.submit("in 3 s", .low, visibleAt: .seconds(3))
    held.submit("in 1 s", .low, visibleAt: .seconds(1))
    let late = held.submit("in 4 s, once", .low, visibleAt: .seconds(4))
    held.submit("on screen", .normal, visibleAt: .seconds(9))
    held.threads.setUrgency(Urgency(.low, visibleAt: .seconds(2)), of: late)
    #expect(await held.release() == ["on screen", "in 1 s", "in 4 s, once", "in 3 s"])
  }

  @Test func `a job canceled before its start never runs and is released`() async {
    let held = await HeldThreads()
    weak var token: Token?
    let job = {
      let strong = Token()
      token = strong
      return held.threads.submit(priority: .high, visibleAt: .zero) { _ in
        held.submit("\(strong)", .high)
      }
    }()
    #expect(token != nil)
    held.threads.cancel(job)
    #expect(token == nil)
    held.threads.setUrgency(Urgency(.veryHigh), of: job)
    held.submit("other", .low)
    #expect(await held.release() == ["other"])
  }

  @Test func `jobs that wait for distant files are as many at a time as may be`() async {
    let threads = WorkerThreads(name: "test", KindCounts(screen: 1), most: 6)
    threads.expectWaits(true)
    // Each is submitted once those before it wait for the others.
    let (meeting, ends) = (DispatchGroup(), Ends())
    for _ in 0..<6 { meeting.enter() }
    for _ in 0..<6 {
      await withCheckedContinuation { started in
        _ = threads.submit(priority: .high, visibleAt: .zero) { _ in
          started.resume()
          meeting.leave()
          if meeting.wait(timeout: .now() + .seconds(60)) == .timedOut { return }
          ends.haveMet.add(1, ordering: .relaxed)
        }
      }
    }
    threads.stop()
    #expect(ends.haveMet.load(ordering: .relaxed) == 6)
  }

  @Test func `a job that comes on screen runs beside one that has left it`() async {
    let threads = WorkerThreads(name: "test", KindCounts(screen: 1))
    let (starts, start) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let left = threads.submit(priority: .high, visibleAt: .zero) { isCancelled in
      start.yield()
      while !isCancelled() { sched_yield() }
    }
    for await _ in starts { break }
    _ = threads.submit(priority: .high, visibleAt: .zero) { _ in end.yield() }
    threads.setUrgency(Urgency(.low), of: left)
    for await _ in ends { break }
    threads.stop()
  }

  @Test func `a job that runs is told that it is canceled`() async {
    let threads = WorkerThreads(name: "test", KindCounts(screen: 1))
    let (starts, start) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let job = threads.submit(priority: .normal, visibleAt: .zero) { isCancelled in
      if !isCancelled() { start.yield() }
      while !isCancelled() { sched_yield() }
      end.yield()
    }
    for await _ in starts { break }
    threads.cancel(job)
    for await _ in ends { break }
  }

  @Test func `stopping ends what runs, drops what waits and joins`() async {
    let threads = WorkerThreads(name: "test", KindCounts(screen: 2))
    let log = JobLog()
    let (starts, start) = AsyncStream<Void>.makeStream()
    for _ in 1...2 {
      _ = threads.submit(priority: .normal, visibleAt: .zero) { isCancelled in
        start.yield()
        while !isCancelled() { sched_yield() }
        log.append("ended")
      }
    }
    var running = 0
    for await _ in starts {
      running += 1
      if running == 2 { break }
    }
    _ = threads.submit(priority: .veryHigh, visibleAt: .zero) { _ in log.append("dropped") }
    threads.stop()
    #expect(log.entries == ["ended", "ended"])
  }

  @Test func `after stopping, work is released at once`() {
    let threads = WorkerThreads(name: "test", KindCounts(screen: 1))
    threads.stop()
    threads.stop()
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      threads.cancel(
        threads.submit(priority: .normal, visibleAt: .zero) { _ in Issue.record("\(strong)") })
    }
    #expect(token == nil)
  }

  @Test func `a job may hold the last reference to its threads`() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    do {
      let threads = WorkerThreads(name: "test", KindCounts(screen: 2))
      let onRelease = Token { end.yield() }
      _ = threads.submit(priority: .normal, visibleAt: .zero) { isCancelled in
        withExtendedLifetime((threads, onRelease)) { _ = isCancelled() }
      }
    }
    for await _ in ends { break }
  }

  /// How nice the calling thread is.
  private static var niceness: Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
  }

  @Test(arguments: [(ImagePriority.low, Int32(10)), (.high, 2)])
  func `jobs on screen run at niceness 2, those ahead at 10`(
    priority: ImagePriority, expected: Int32
  ) async {
    let threads = WorkerThreads(name: "test", KindCounts(screen: 1, speculation: 1))
    let niceness = await withCheckedContinuation { done in
      _ = threads.submit(priority: priority, visibleAt: .zero) { _ in
        done.resume(returning: Self.niceness)
      }
    }
    #expect(niceness == min(Self.niceness + expected, 19))
  }

  @Test func `a job that comes on screen before it starts runs on a thread for the screen`() async {
    let threads = WorkerThreads(name: "test", KindCounts(screen: 1, speculation: 1))
    let (starts, start) = AsyncStream<Void>.makeStream()
    let gates = (screen: DispatchSemaphore(value: 0), ahead: DispatchSemaphore(value: 0))
    for (priority, gate) in [(ImagePriority.low, gates.ahead), (.high, gates.screen)] {
      _ = threads.submit(priority: priority, visibleAt: .zero) { _ in
        start.yield()
        gate.wait()
      }
    }
    var started = starts.makeAsyncIterator()
    for _ in 1...2 { await started.next() }
    // Both threads are held.
    let niceness = await withCheckedContinuation { done in
      let job = threads.submit(priority: .low, visibleAt: .zero) { _ in
        done.resume(returning: Self.niceness)
      }
      threads.setUrgency(Urgency(.high), of: job)
      gates.screen.signal()
    }
    #expect(niceness == min(Self.niceness + 2, 19))
    gates.ahead.signal()
  }

  @Test func `no job is forgotten, whichever thread is asleep`() async {
    for counts in [KindCounts(screen: 3, speculation: 1), KindCounts(screen: 1, speculation: 1)] {
      let threads = WorkerThreads(name: "test", counts)
      var random = SeededRandom(seed: 7)
      for _ in 0..<300 {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let count = Int.random(in: 1...6, using: &random)
        for _ in 0..<count {
          let priority = ImagePriority.allCases.randomElement(using: &random) ?? .normal
          let job = threads.submit(priority: priority, visibleAt: .zero) { _ in end.yield() }
          if Bool.random(using: &random) { threads.setUrgency(Urgency(.high), of: job) }
        }
        var ended = ends.makeAsyncIterator()
        for _ in 0..<count { await ended.next() }
      }
      threads.stop()
    }
  }
}

private final class Ends: Sendable {
  let haveMet = Atomic(0)
}

private final class Token: Sendable {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void = {}) { self.onRelease = onRelease }

  deinit { onRelease() }
}
