import GalleryItems
import TestSupport
import Testing

@Suite struct PlaceSetTests {
  @Test(arguments: UInt64(0)..<40)
  func `ranks and places are those of a list`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (set, list) = (PlaceSet(), [Int]())
    var end = 0
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let start = end + Int.random(in: 0...(seed.isMultiple(of: 2) ? 3 : 700), using: &random)
      end = start + Int.random(in: 0...(seed.isMultiple(of: 3) ? 2 : 600), using: &random)
      set.append(start..<end)
      list += start..<end
    }
    #expect(set.count == list.count)
    #expect(list.indices.map { set[$0] } == list)
    let members = Set(list)
    var rank = 0
    for place in 0...end + 70 {
      #expect(set.rank(of: place) == rank && set.contains(place) == members.contains(place))
      if members.contains(place) { rank += 1 }
    }
    for _ in 0..<20 where !list.isEmpty {
      let start = Int.random(in: 0..<list.count, using: &random)
      let ranks = start..<Int.random(in: start...list.count, using: &random)
      let runs = set.places(ofRanks: ranks)
      #expect(Array(runs.joined()) == Array(list[ranks]))
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }
}
