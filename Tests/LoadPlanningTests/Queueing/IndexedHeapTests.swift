import TestSupport
import Testing

@testable import LoadPlanning

@Suite struct IndexedHeapTests {
  @Test(arguments: 1...5) func `a random walk agrees with a table`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var heap = IndexedHeap<String, Int>()
    /// By place.
    var model: [Int: (element: String, rank: Int)] = [:]
    for step in 0..<5_000 {
      // Ranks differ, so that there is one right answer.
      let rank = Int.random(in: 0..<1_000, using: &random) * 10_000 + step
      let known = model.keys.sorted().randomElement(using: &random)
      switch (Int.random(in: 0..<7, using: &random), known) {
      case (0...2, _), (_, nil):
        let place = heap.insert("\(step)", rank: rank)
        #expect(model.updateValue(("\(step)", rank), forKey: place) == nil)
      case (3, let place?):
        #expect(heap.changeRank(at: place) { $0 = rank } == model[place]?.rank)
        model[place]?.rank = rank
      case (4, _):
        let least = model.min { $0.value.rank < $1.value.rank }
        #expect(heap.removeFirst()?.element == least?.value.element)
        if let least { model[least.key] = nil }
      case (_, let place?):
        let removed = heap.remove(at: place)
        let expected = model.removeValue(forKey: place)
        #expect(removed.element == expected?.element && removed.rank == expected?.rank)
      }
      #expect(heap.count == model.count)
      #expect(heap.first?.rank == model.values.map(\.rank).min())
    }
  }

  @Test func `places are used again`() {
    var heap = IndexedHeap<Int, Int>()
    let places = (0..<100).map { number in
      let place = heap.insert(number, rank: number)
      heap.remove(at: place)
      return place
    }
    #expect(places == Array(repeating: 0, count: 100))
    #expect(heap.isEmpty && heap.removeFirst() == nil)
  }
}
