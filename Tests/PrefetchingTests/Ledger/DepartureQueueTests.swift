import TestSupport
import Testing

@testable import Prefetching

@Suite struct DepartureQueueTests {
  @Test(arguments: UInt64(1)...4)
  func `it gives items out in the order in which they came in, like a list`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var queue = DepartureQueue()
    var list: [Int] = []
    for step in 1...20_000 {
      let item = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        queue.append(item)
        list.removeAll { $0 == item }
        list.append(item)
        #expect(queue.places.count <= 2 * list.count + 64)
      case 2:
        queue.remove(item)
        list.removeAll { $0 == item }
      default:
        let first = queue.popFirst()
        guard first == list.first else {
          Issue.record("seed \(seed), step \(step): \(String(describing: first)) of \(list)")
          return
        }
        if !list.isEmpty { list.removeFirst() }
      }
      #expect(queue.count == list.count)
    }
  }
}
