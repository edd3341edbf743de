import GalleryItems
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct ItemMemoryTests {
  @Test func `beyond its capacity the item is forgotten that was remembered first`() {
    var memory = ItemMemory<Int>(capacity: 3)
    for item in 0..<5 { memory.remember(item * 10, of: ItemID(rawValue: item)) }
    #expect(memory.values(of: 0..<5) == [nil, nil, 20, 30, 40])
    memory.remember(21, of: 2)
    memory.remember(50, of: 5)
    #expect(memory.values(of: 2..<6) == [nil, 30, 40, 50])
    memory.forgetAll()
    #expect(memory.values(of: 0..<6).allSatisfy { $0 == nil })
  }

  @Test func `only some items are kept, and others have room again`() {
    var memory = ItemMemory<Int>(capacity: 3)
    for item in 0..<3 { memory.remember(item, of: ItemID(rawValue: item)) }
    memory.keep { $0.rawValue != 1 }
    #expect(memory.values(of: 0..<3) == [0, nil, 2])
    memory.remember(9, of: 1)
    #expect(memory[1] == 9)
  }

  @Test func `nothing is remembered without room`() {
    var memory = ItemMemory<Int>(capacity: 0)
    memory.remember(1, of: 1)
    #expect(memory[1] == nil)
  }

  /// A list of what was remembered, the oldest first; what was forgotten leaves its place empty.
  private struct Model {
    let capacity: Int
    var places: [(item: Int, value: Int?)] = []

    mutating func remember(_ value: Int, of item: Int) {
      if let place = place(of: item) {
        places[place].value = value
      } else {
        places.append((item, value))
        if places.count > capacity { places.removeFirst() }
      }
    }

    mutating func forget(_ item: Int) {
      if let place = place(of: item) { places[place].value = nil }
    }

    func place(of item: Int) -> Int? { places.lastIndex { $0.item == item && $0.value != nil } }
  }

  @Test(arguments: 1...8) func `it does what a plain list does`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let capacity = Int.random(in: 1...12, using: &random)
    var memory = ItemMemory<Int>(capacity: capacity)
    var model = Model(capacity: capacity)
    for step in 0..<2_000 {
      let item = Int.random(in: 0..<20, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        memory.forget(ItemID(rawValue: item))
        model.forget(item)
      } else {
        memory.remember(step, of: ItemID(rawValue: item))
        model.remember(step, of: item)
      }
      let expected = (0..<20).map { model.place(of: $0).flatMap { model.places[$0].value } }
      #expect(memory.values(of: 0..<20) == expected)
    }
  }
}

extension ItemMemory {
  fileprivate func values(of items: Range<Int>) -> [Value?] {
    items.map { self[ItemID(rawValue: $0)] }
  }
}
