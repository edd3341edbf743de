import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct HandOverTests {
  @Test(arguments: 1...3) func `a random walk agrees with an array`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let handOver = HandOver<Int>()
    var model: [Int] = []
    for value in 0..<10_000 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        #expect(handOver.takeAll() == model)
        model = []
      } else {
        #expect(handOver.add(value) == model.isEmpty)
        model.append(value)
      }
    }
  }

  /// A value, and who added it.
  private struct Entry {
    let thread: Int
    let value: Int
  }

  @Test
  func
    `values from several threads arrive once, in each one's order, with one call for each batch`()
  {
    let (threads, count) = (4, 20_000)
    let handOver = HandOver<Entry>()
    let calls = Atomic(0)
    let taken = Mutex<(values: [[Int]], batches: Int)>((Array(repeating: [], count: threads), 0))
    DispatchQueue.concurrentPerform(iterations: threads + 1) { thread in
      guard thread == threads else {
        for value in 0..<count where handOver.add(Entry(thread: thread, value: value)) {
          calls.add(1, ordering: .relaxed)
        }
        return
      }
      taken.withLock { taken in
        while taken.values.contains(where: { $0.count < count }) {
          let batch = handOver.takeAll()
          if !batch.isEmpty { taken.batches += 1 }
          for entry in batch { taken.values[entry.thread].append(entry.value) }
        }
      }
    }
    let (values, batches) = taken.withLock { $0 }
    for sequence in values { #expect(sequence == Array(0..<count)) }
    #expect(calls.load(ordering: .relaxed) == batches)
  }

  @Test func `values left in it are released with it`() {
    weak var value: Held?
    do {
      let handOver = HandOver<Held>()
      let strong = Held()
      value = strong
      _ = handOver.add(strong)
      _ = handOver.add(Held())
    }
    #expect(value == nil)
  }
}

private final class Held: Sendable {}
