import Foundation
import TestSupport
import Testing

@testable import DiskCache

@Suite(.timeLimit(.minutes(1))) struct DataCacheWalkTests {
  /// Two of one version, and one of another.
  private static let tags = ["\"1\"", "W/\"1\"", "\"2\""]

  @Test(arguments: 1...6) func `a random walk agrees with a dictionary`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var fixture = try CacheFixture()
    var model: [String: CachedData] = [:]
    var isHeld = false
    for step in 0..<600 {
      let name = "\(Int.random(in: 0..<12, using: &random))"
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<12:
        let entry = fixture.entry(
          UInt8(truncatingIfNeeded: step), count: Int.random(in: 0...6_000, using: &random),
          tag: Self.tags.randomElement(using: &random))
        fixture.cache.store(entry, for: name)
        model[name] = entry
      case 12..<17:
        let metadata = fixture.metadata(
          freshFor: step,
          tag: Bool.random(using: &random) ? Self.tags.randomElement(using: &random) : nil)
        fixture.cache.refresh(metadata, for: name)
        if let known = model[name]?.metadata, !metadata.validators.contradict(known.validators) {
          model[name]?.metadata = metadata
        }
      case 17..<21:
        fixture.cache.remove(for: name)
        model[name] = nil
      case 21:
        fixture.cache.removeAll()
        model = [:]
      case 22..<24 where !isHeld:
        fixture.queue.suspend()
        isHeld = true
      case 24..<27 where isHeld:
        fixture.queue.resume()
        isHeld = false
      case 27..<29 where !isHeld:
        fixture.cache.flush()
        #expect(fixture.entryFiles.count == model.count)
      case 29 where !isHeld: fixture = try fixture.reopened()
      case 30: fixture.pass(seconds: 100)
      default: break
      }
      let found = fixture.cache.entry(for: name)
      #expect(found?.bytes == model[name]?.bytes, "step \(step)")
      #expect(found?.metadata == model[name]?.metadata, "step \(step)")
    }
    if isHeld { fixture.queue.resume() }
  }
}
