import TestSupport
import Testing

@testable import SourceItems

@Suite struct SortedNumbersTests {
  @Test func `sets of indices and of numbers are each other's, few of them or many`() {
    for seed in 0..<200 {
      var random = SeededRandom(seed: UInt64(seed))
      let all = (0..<UInt32.random(in: 1...300, using: &random)).shuffled(using: &random)
      // Some numbers are of files that are gone.
      var numbers = SortedNumbers(Array(all.prefix(all.count - all.count / 5)))
      numbers.numberPlaces(of: all.count)
      let share = [1, 8, 40].randomElement(using: &random) ?? 1
      let some = (0..<all.count).filter { _ in Int.random(in: 0..<share, using: &random) == 0 }
      let set = RangeSet(ascending: some)
      let there = some.filter { $0 < numbers.numbers.count }
      #expect(
        Array(numbers.numbers(at: set).ranges.joined())
          == there.map { Int(numbers.numbers[$0]) }.sorted())
      #expect(
        Array(numbers.places(of: set).ranges.joined())
          == some.compactMap { numbers.place(of: $0) }.sorted())
    }
  }
}
