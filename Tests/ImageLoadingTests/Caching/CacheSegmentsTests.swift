import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct CacheSegmentsTests {
  @Test(arguments: 1...6) func `a random walk agrees with two plain lists`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var segments = CacheSegments<Int, Int>(limit: 20_000)
    var model = CacheSegmentsModel(bytes: 20_000)
    var now = Duration.zero
    var unseenBefore: Set<Int> = []
    var residents: [Int: Int] = [:]
    for step in 0..<2_000 {
      now += .seconds(Int.random(in: 0...1, using: &random))
      let key = Int.random(in: 0..<60, using: &random)
      /// The key that was inserted on probation.
      var newcomer: Int?
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<50:
        let cost = Int.random(in: 100...2_100, using: &random)
        let isSpeculative = Bool.random(using: &random)
        if isSpeculative, !model.seen.contains(where: { $0.key == key }) { newcomer = key }
        let isKept = segments.insert(
          step, for: key, cost: cost, isSpeculative: isSpeculative, at: now)
        let entry = CacheSegmentsModel.Entry(key: key, cost: cost, since: now)
        #expect(isKept == model.insert(entry, isSpeculative: isSpeculative))
        residents[step] = key
      case 50..<85:
        #expect((segments.use(key) != nil) == model.use(key))
      case 85..<98:
        segments.remove(key)
        model.remove(key)
      default:
        model.bytes = Int.random(in: 0...25_000, using: &random)
        segments.setLimit(model.bytes, at: now)
        model.trim(at: now)
      }
      #expect(segments.cost == model.cost && segments.count == model.all.count)
      #expect(segments.cost <= model.bytes)
      let kept = (0..<60).filter { segments.peek($0) != nil }
      #expect(kept == (0..<60).filter { model.contains($0) })
      let unseen = Set(model.unseen.map(\.key))
      var lost = unseenBefore.subtracting(unseen).subtracting(model.seen.map(\.key))
      if let newcomer, !kept.contains(newcomer) { lost.insert(newcomer) }
      unseenBefore = unseen
      let dropped = segments.takeDropped()
      for entry in dropped {
        #expect(residents.removeValue(forKey: entry.value) == entry.key, "once, with its key")
      }
      #expect(residents.count == segments.count)
      #expect(dropped.filter(\.isUnseen).map(\.key).sorted() == lost.sorted())
    }
  }
}
