import Foundation
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(1))) struct SerialThreadTests {
  @Test func `jobs are done in the order in which they were given, also from a job`() async {
    let thread = SerialThread(name: "test")
    let log = JobLog()
    await withCheckedContinuation { end in
      for name in ["first", "second"] {
        thread.run { log.append(name) }
      }
      thread.run {
        thread.run {
          log.append("from the third")
          end.resume()
        }
        log.append("third")
      }
    }
    #expect(log.entries == ["first", "second", "third", "from the third"])
  }

  @Test func `released, it does what it was given, a job that holds it included`() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let log = JobLog()
    do {
      let thread = SerialThread(name: "test")
      thread.run { log.append("done") }
      thread.run { withExtendedLifetime(thread) { log.append("held") } }
      thread.run { end.yield() }
    }
    for await _ in ends { break }
    #expect(log.entries == ["done", "held"])
  }

  @Test func `its thread ends with it`() async {
    do {
      let thread = SerialThread(name: "serial at end")
      await withCheckedContinuation { started in thread.run { started.resume() } }
      #expect(threadNames.contains("serial at end"))
    }
    await eventually("the thread is gone") { !threadNames.contains("serial at end") }
  }

  @Test func `it is as nice as is asked for`() async {
    let here = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    for niceness in [Int32(0), 4] {
      let thread = SerialThread(name: "test", niceness: niceness)
      let there = await withCheckedContinuation { told in
        thread.run {
          told.resume(returning: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
        }
      }
      #expect(there == min(here + niceness, 19))
    }
  }

  /// The names of the threads of this process.
  private var threadNames: [String] {
    let folder = "/proc/self/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
