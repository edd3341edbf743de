import Dispatch
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct ImageCacheTests {
  private let surroundings = CacheSurroundings()

  @Test func `an inserted picture is found`() throws {
    let cache = surroundings.cache()
    let image = PixelImage(size: PixelSize(width: 3, height: 2), filledWith: 7)
    #expect(cache.insert(image, for: try request("a")))
    #expect(cache.image(for: try request("a", .low)) == image)
    #expect(cache.image(for: try request("a", side: 5)) == nil)
    #expect(cache.image(for: try request("b")) == nil)
  }

  @Test func `header fields keep pictures apart, previews included`() throws {
    let cache = surroundings.cache()
    let plain = try request("a")
    var (mine, yours) = (plain, plain)
    mine.headers = ["Cookie": "me"]
    yours.headers = ["Cookie": "you"]
    cache.insert(PixelImage(size: mine.targetSize, filledWith: 1), for: mine)
    var larger = mine
    larger.targetSize = PixelSize(width: 9, height: 9)
    #expect(cache.image(for: mine) != nil && cache.preview(for: larger) != nil)
    for other in [plain, yours] {
      larger.headers = other.headers
      #expect(cache.image(for: other) == nil && cache.preview(for: larger) == nil)
    }
  }

  @Test func `pictures differ by what processors make of them`() throws {
    let cache = surroundings.cache()
    var blurred = try request("a")
    blurred.processors = [Renamed(identifier: "blur")]
    cache.insert(for: blurred)
    #expect(cache.contains(blurred))
    #expect(!cache.contains(try request("a")))
  }

  @Test func `the cost is that of the pixels and of the entry`() throws {
    let cache = surroundings.cache()
    let image = PixelImage(size: PixelSize(width: 10, height: 20), filledWith: 1)
    cache.insert(image, for: try request("a"))
    #expect(cache.costBytes == 10 * 20 * 4 + ImageCache.entryOverheadBytes)
  }

  @Test func `over its cost it evicts at once, the least recently used first`() throws {
    let cache = surroundings.cache(costLimitBytes: 10_000)
    for name in 0..<10 { cache.insert(for: try request("\(name)")) }
    #expect(cache.costBytes == 10_000)
    _ = cache.image(for: try request("0"))
    cache.insert(for: try request("10"))
    #expect(cache.contains(try request("0")))
    #expect(!cache.contains(try request("1")))
    #expect(cache.costBytes == 10_000)
  }

  @Test func `another picture for the same request replaces the first, and is the latest`() throws {
    let cache = surroundings.cache(costLimitBytes: 10_000)
    cache.insert(costing: 1_000, for: try request("a"))
    cache.insert(costing: 1_000, for: try request("b"))
    cache.insert(costing: 2_000, for: try request("a"))
    #expect(cache.count == 2 && cache.costBytes == 3_000)
    for name in 0..<4 { cache.insert(costing: 2_000, for: try request("\(name)")) }
    #expect(cache.contains(try request("a")))
    #expect(!cache.contains(try request("b")))
  }

  @Test func `a picture over a fifth of the limit is not kept`() throws {
    let cache = surroundings.cache(costLimitBytes: 10_000)
    #expect(cache.insert(costing: 2_000, for: try request("fifth")))
    #expect(!cache.insert(costing: 2_004, for: try request("larger")))
    #expect(cache.count == 1)
  }

  @Test func `a picture that is too large removes the stale one of its key`() throws {
    let cache = surroundings.cache(costLimitBytes: 10_000)
    cache.insert(costing: 1_000, for: try request("a"))
    #expect(!cache.insert(costing: 5_000, for: try request("a")))
    #expect(!cache.contains(try request("a")))
  }

  @Test func `a lowered limit trims at once`() throws {
    let cache = surroundings.cache(costLimitBytes: 20_000)
    for name in 0..<20 { cache.insert(for: try request("\(name)")) }
    cache.costLimitBytes = 12_500
    #expect(cache.count == 12)
    #expect(cache.contains(try request("8")))
  }

  @Test(arguments: [0, -5, .min])
  func `a limit of zero keeps nothing`(costLimitBytes: Int) throws {
    let cache = surroundings.cache(costLimitBytes: costLimitBytes)
    #expect(!cache.insert(costing: 516, for: try request("a")))
    #expect(!cache.insert(costing: 516, for: try request("b"), isSpeculative: true))
    #expect(cache.count == 0 && cache.costBytes == 0)
  }

  @Test func `a removed picture is gone, and its room is free`() throws {
    let cache = surroundings.cache()
    for name in ["a", "b", "c"] { cache.insert(for: try request(name)) }
    cache.remove(try request("a"))
    #expect(cache.image(for: try request("a")) == nil)
    #expect(cache.costBytes == 2_000)
    cache.removeAll()
    #expect(cache.count == 0 && cache.costBytes == 0)
  }

  @Test func `a request that reloads finds nothing, and what it brings is kept for all`() throws {
    let cache = surroundings.cache()
    cache.insert(for: try request("a"))
    var reload = try request("a")
    reload.cachePolicy = .reload
    #expect(cache.image(for: reload) == nil && !cache.contains(reload))
    cache.insert(costing: 2_000, for: reload)
    #expect(cache.image(for: try request("a"))?.costBytes == 2_000 - ImageCache.entryOverheadBytes)
    #expect(cache.count == 1)
  }

  @Test func `it stands 10,000 mixed calls on five threads`() throws {
    let cache = ImageCache(costLimitBytes: 50_000)
    let requests = try (0..<100).map { try request("\($0)") }
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      var random = SeededRandom(seed: UInt64(thread))
      for _ in 0..<2_000 {
        let request = requests[Int.random(in: 0..<100, using: &random)]
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: cache.insert(for: request, isSpeculative: Bool.random(using: &random))
        case 8..<15: _ = cache.image(for: request)
        case 15..<17: _ = cache.contains(request)
        case 17: cache.remove(request)
        case 18: cache.costLimitBytes = Int.random(in: 20...50, using: &random) * 1_000
        default: if random.next() % 20 == 0 { cache.removeAll() }
        }
      }
    }
    #expect(cache.costBytes <= cache.costLimitBytes && cache.costBytes == cache.count * 1_000)
  }
}

private struct Renamed: ImageProcessing {
  let identifier: String

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage { image }
}
