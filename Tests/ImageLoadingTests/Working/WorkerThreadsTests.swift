import Glibc
import Testing

@testable import ImageLoading

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
    held.threads.setPriority(.high, of: second)
    held.threads.setPriority(.low, of: first)
    #expect(await held.release() == ["second", "third", "first"])
  }

  @Test func `within a priority the job whose picture is on screen sooner runs first`() async {
    let held = await HeldThreads()
    held.submit("in 3 s", .low, visibleAt: .seconds(3))
    held.submit("in 1 s", .low, visibleAt: .seconds(1))
    let late = held.submit("in 4 s, once", .low, visibleAt: .seconds(4))
    held.submit("on screen", .normal, visibleAt: .seconds(9))
    held.threads.setVisibleAt(.seconds(2), of: late)
    #expect(await held.release() == ["on screen", "in 1 s", "in 4 s, once", "in 3 s"])
  }

  @Test func `a job cancelled before its start never runs and is released`() async {
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
    held.threads.setPriority(.veryHigh, of: job)
    held.submit("other", .low)
    #expect(await held.release() == ["other"])
  }

  @Test func `a job that runs is told that it is cancelled`() async {
    let threads = WorkerThreads(count: 1)
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
    let threads = WorkerThreads(count: 2)
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
    let threads = WorkerThreads(count: 1)
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
      let threads = WorkerThreads(count: 2)
      let onRelease = Token { end.yield() }
      _ = threads.submit(priority: .normal, visibleAt: .zero) { isCancelled in
        withExtendedLifetime((threads, onRelease)) { _ = isCancelled() }
      }
    }
    for await _ in ends { break }
  }

  @Test func `the threads are nicer than the process`() async {
    let process = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let threads = WorkerThreads(count: 1, niceness: 3)
    let niceness = await withCheckedContinuation { continuation in
      _ = threads.submit(priority: .normal, visibleAt: .zero) { _ in
        continuation.resume(returning: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
      }
    }
    #expect(niceness == min(process + 3, 19))
  }
}

private final class Token: Sendable {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void = {}) { self.onRelease = onRelease }

  deinit { onRelease() }
}
