import TestSupport
import Testing

@testable import ImageLoading

@Suite struct IndexedHeapTests {
  @Test(arguments: 1...5) func `a random walk agrees with a table`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var heap = IndexedHeap<Int, Int>()
    var model: [Int: Int] = [:]
    for step in 0..<5_000 {
      let key = Int.random(in: 0..<60, using: &random)
      if Bool.random(using: &random) {
        // Ranks differ, so that there is one right answer.
        let rank = Int.random(in: 0..<1_000, using: &random) * 10_000 + step
        heap.update(key, rank: rank)
        model[key] = rank
      } else {
        #expect(heap.remove(key) == model.removeValue(forKey: key))
      }
      #expect(heap.count == model.count)
      #expect(heap.first?.rank == model.values.min())
      #expect(heap.first.map { model[$0.key] == $0.rank } ?? model.isEmpty)
    }
  }
}
