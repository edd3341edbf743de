import LoadingTestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct ShortMemoryTests {
  private let surroundings = CacheSurroundings()

  /// Lets time pass, and has the cache look at the memory by an insertion.
  private func insert(into cache: ImageCache, at second: Int) throws {
    surroundings.now = .seconds(second)
    cache.insert(costing: 600, for: try request("at \(second)"))
  }

  private func filledCache() throws -> ImageCache {
    let cache = surroundings.cache(costLimitBytes: 60_000)
    for name in 0..<100 { cache.insert(costing: 600, for: try request("\(name)")) }
    #expect(cache.count == 100)
    return cache
  }

  @Test func `under moderate pressure it keeps half`() throws {
    let cache = try filledCache()
    surroundings.memory = MemoryReading(usedShare: 0.9)
    try insert(into: cache, at: 1)
    #expect(cache.count == 50)
    #expect(cache.costLimitBytes == 60_000, "what it was given stays what it was given")
  }

  @Test func `under strong pressure it keeps a tenth`() throws {
    let cache = try filledCache()
    surroundings.memory = MemoryReading(stalledPercent: 80)
    try insert(into: cache, at: 1)
    #expect(cache.count == 10)
    #expect(cache.contains(try request("at 1")))
  }

  @Test func `it gets its limit back when the pressure is over`() throws {
    let cache = try filledCache()
    surroundings.memory = MemoryReading(usedShare: 0.9)
    try insert(into: cache, at: 1)
    surroundings.memory = MemoryReading(usedShare: 0.2)
    try insert(into: cache, at: 2)
    #expect(cache.count == 50)
    for second in 12..<40 { try insert(into: cache, at: second) }
    #expect(cache.count == 78)
  }

  @Test func `a limit that changes under pressure changes by the same share`() throws {
    let cache = try filledCache()
    surroundings.memory = MemoryReading(usedShare: 0.9)
    try insert(into: cache, at: 1)
    cache.costLimitBytes = 24_000
    #expect(cache.count == 20)
  }

  @Test func `it reads the memory once a second at most, and only for insertions`() throws {
    let cache = try filledCache()
    #expect(surroundings.readings == 1)
    surroundings.now = .milliseconds(999)
    cache.insert(for: try request("soon"))
    #expect(surroundings.readings == 1)
    surroundings.now = .seconds(100)
    _ = cache.image(for: try request("0"))
    _ = cache.contains(try request("0"))
    cache.remove(try request("0"))
    #expect(surroundings.readings == 1)
    cache.insert(for: try request("later"))
    #expect(surroundings.readings == 2)
  }

  @Test func `by default it takes no more than 15 percent of the memory there is`() throws {
    let total = try #require(MemoryReader().totalBytes)
    #expect(ImageCache.defaultCostLimitBytes <= total / 100 * 15 + 100)
    #expect(ImageCache.defaultCostLimitBytes <= 256 << 20)
    #expect(ImageCache().costLimitBytes == ImageCache.defaultCostLimitBytes)
  }
}
