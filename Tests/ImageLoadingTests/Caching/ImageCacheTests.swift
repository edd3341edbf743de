import Dispatch
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct ImageCacheTests {
  private static let overhead = ImageCache.entryOverheadBytes

  /// A picture that costs this many bytes in the cache; at least a pixel's.
  private func picture(costing bytes: Int) -> PixelImage {
    PixelImage(size: PixelSize(width: (bytes - Self.overhead) / 4, height: 1), filledWith: 1)
  }

  @Test func `what was put in comes out`() throws {
    let cache = ImageCache(limitBytes: 100_000)
    let image = picture(costing: 1_000)
    cache.insert(image, for: try request("a"))
    #expect(cache.image(for: try request("a", .low)) == image)
    #expect(cache.image(for: try request("a", side: 5)) == nil)
    #expect(cache.image(for: try request("b")) == nil)
  }

  @Test func `the least recently used goes first`() throws {
    let cache = ImageCache(limitBytes: 10_000)
    for name in 0..<10 { cache.insert(picture(costing: 1_000), for: try request("\(name)")) }
    #expect(cache.costBytes == 10_000)
    _ = cache.image(for: try request("0"))
    cache.insert(picture(costing: 1_000), for: try request("10"))
    #expect(cache.image(for: try request("0")) != nil)
    #expect(cache.image(for: try request("1")) == nil)
    #expect(cache.costBytes == 10_000)
  }

  @Test func `another picture for the same request replaces the first`() throws {
    let cache = ImageCache(limitBytes: 100_000)
    cache.insert(picture(costing: 1_000), for: try request("a"))
    cache.insert(picture(costing: 2_000), for: try request("a"))
    #expect(cache.count == 1 && cache.costBytes == 2_000)
  }

  @Test func `a large picture pushes nothing out`() throws {
    let cache = ImageCache(limitBytes: 10_000)
    cache.insert(picture(costing: 5_000), for: try request("large"))
    cache.insert(picture(costing: 6_000), for: try request("larger"))
    #expect(cache.image(for: try request("large")) != nil)
    #expect(cache.image(for: try request("larger")) == nil)
  }

  @Test(arguments: [0, -5]) func `a cache without room stays empty`(limit: Int) throws {
    let cache = ImageCache(limitBytes: limit)
    cache.insert(picture(costing: 516), for: try request("a"))
    #expect(cache.count == 0 && cache.costBytes == 0)
  }

  @Test func `a removed picture is gone, and its room is free`() throws {
    let cache = ImageCache(limitBytes: 10_000)
    cache.insert(picture(costing: 1_000), for: try request("a"))
    cache.remove(try request("a"))
    #expect(cache.image(for: try request("a")) == nil)
    #expect(cache.costBytes == 0)
  }

  @Test(arguments: 1...5) func `a random walk agrees with a plain list`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let limit = 20_000
    let cache = ImageCache(limitBytes: limit)
    var model: [(name: Int, cost: Int)] = []
    for _ in 0..<2_000 {
      let name = Int.random(in: 0..<30, using: &random)
      let key = try request("\(name)")
      let known = model.firstIndex { $0.name == name }
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let cost = Int.random(in: 129...800, using: &random) * 4
        cache.insert(picture(costing: cost), for: key)
        if let known { model.remove(at: known) }
        let used = model.map(\.cost).reduce(0, +)
        if cost > limit / 10, cost > limit - used { continue }
        while model.map(\.cost).reduce(0, +) + cost > limit { model.removeFirst() }
        model.append((name, cost))
      case 2, 3:
        #expect((cache.image(for: key) != nil) == (known != nil))
        if let known { model.append(model.remove(at: known)) }
      default:
        cache.remove(key)
        if let known { model.remove(at: known) }
      }
      #expect(cache.count == model.count)
      #expect(cache.costBytes == model.map(\.cost).reduce(0, +))
    }
  }

  @Test func `it stands five threads at once`() throws {
    let cache = ImageCache(limitBytes: 50_000)
    let requests = try (0..<100).map { try request("\($0)") }
    let image = picture(costing: 1_000)
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      var random = SeededRandom(seed: UInt64(thread))
      for _ in 0..<2_000 {
        let request = requests[Int.random(in: 0..<100, using: &random)]
        if Bool.random(using: &random) {
          cache.insert(image, for: request)
        } else {
          _ = cache.image(for: request)
        }
      }
    }
    #expect(cache.costBytes <= 50_000 && cache.costBytes == cache.count * 1_000)
  }
}
