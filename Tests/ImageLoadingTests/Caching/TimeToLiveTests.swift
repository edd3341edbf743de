import LoadingTestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct TimeToLiveTests {
  private let surroundings = CacheSurroundings()

  @Test func `without a time to live an entry stays`() throws {
    let cache = surroundings.cache()
    cache.insert(for: try request("a"))
    surroundings.now = .seconds(1_000_000_000)
    #expect(cache.image(for: try request("a")) != nil)
  }

  @Test func `an expired entry is gone, and evicted when it is looked up`() throws {
    let cache = surroundings.cache(timeToLive: .seconds(10))
    cache.insert(for: try request("a"))
    surroundings.now = .seconds(9.9)
    #expect(cache.contains(try request("a")))
    surroundings.now = .seconds(10)
    #expect(!cache.contains(try request("a")))
    #expect(cache.count == 1 && cache.costBytes == 1_000, "it counts while it is resident")
    #expect(cache.image(for: try request("a")) == nil)
    #expect(cache.count == 0 && cache.costBytes == 0)
  }

  @Test func `an entry's own time to live beats the cache's`() throws {
    let cache = surroundings.cache(timeToLive: .seconds(10))
    cache.insert(for: try request("longer"), timeToLive: .seconds(20))
    cache.insert(for: try request("shorter"), timeToLive: .seconds(5))
    surroundings.now = .seconds(7)
    #expect(cache.image(for: try request("shorter")) == nil)
    cache.timeToLive = .seconds(1)
    surroundings.now = .seconds(15)
    #expect(cache.image(for: try request("longer")) != nil)
  }

  @Test(arguments: [false, true])
  func `access extends a life if it is to`(extendsLifeOnAccess: Bool) throws {
    let cache = surroundings.cache(
      timeToLive: .seconds(10), extendsLifeOnAccess: extendsLifeOnAccess)
    cache.insert(for: try request("a"))
    surroundings.now = .seconds(8)
    #expect(cache.image(for: try request("a")) != nil)
    surroundings.now = .seconds(12)
    #expect((cache.image(for: try request("a")) != nil) == extendsLifeOnAccess)
  }

  @Test func `a peek extends no life`() throws {
    let cache = surroundings.cache(timeToLive: .seconds(10), extendsLifeOnAccess: true)
    cache.insert(for: try request("a"))
    surroundings.now = .seconds(8)
    #expect(cache.contains(try request("a")))
    surroundings.now = .seconds(12)
    #expect(cache.image(for: try request("a")) == nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func `without time to live an entry is expired from the start`(timeToLive: Duration) throws {
    let cache = surroundings.cache()
    cache.insert(for: try request("a"), timeToLive: timeToLive)
    #expect(cache.image(for: try request("a")) == nil)
  }
}
