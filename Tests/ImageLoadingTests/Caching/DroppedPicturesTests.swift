import FoundationEssentials
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Room for forty entries of 1,000 bytes.
@Suite struct DroppedPicturesTests {
  private let surroundings = CacheSurroundings()
  private let cache: ImageCache
  private let dropped = Log<[String]>()

  init() {
    cache = surroundings.cache(costLimitBytes: 40_000)
    cache.didDropUnseen = { [dropped] keys in
      dropped.add(keys.map(\.address.url.lastPathComponent))
    }
  }

  private func insert(_ names: String..., costing bytes: Int = 1_000, ahead: Bool = true) throws {
    for name in names {
      cache.insert(costing: bytes, for: try request(name), isSpeculative: ahead)
    }
  }

  @Test func `an evicted picture that was never shown is reported once`() throws {
    try insert("a", "b")
    _ = cache.image(for: try request("b"))
    #expect(dropped.entries.isEmpty)
    for number in 0..<60 { try insert("seen \(number)", ahead: false) }
    #expect(dropped.entries.isEmpty, "a quarter is theirs")
    surroundings.now = .seconds(31)
    for number in 0..<10 { try insert("later \(number)") }
    #expect(dropped.entries == [["a"]])
  }

  @Test func `a picture that is not cached at all is reported`() throws {
    try insert("huge", costing: 9_000)
    #expect(dropped.entries == [["huge"]])
    try insert("huge on screen", costing: 9_000, ahead: false)
    #expect(dropped.count == 1)
  }

  @Test
  func `a replaced picture is not reported as dropped, unless the new one is not cached either`()
    throws
  {
    try insert("a", "a")
    #expect(dropped.entries.isEmpty)
    try insert("a", costing: 9_000)
    #expect(dropped.entries == [["a"]])
  }

  @Test func `pictures removed, or evicted for lack of memory, are reported together`() throws {
    try insert("a", "b", "c")
    cache.remove(try request("a"))
    #expect(dropped.entries == [["a"]])
    try insert("d", "e")
    cache.costLimitBytes = 0
    #expect(dropped.entries.last?.sorted() == ["b", "c", "d", "e"])
  }

  @Test func `whoever is told may use the cache`() throws {
    let b = try request("b")
    cache.didDropUnseen = { [cache, dropped] _ in
      if !cache.contains(b) { dropped.add(["b is not there"]) }
    }
    try insert("a")
    cache.removeAll()
    #expect(dropped.count == 1)
    cache.didDropUnseen = nil
    try insert("a")
    cache.removeAll()
    #expect(dropped.count == 1)
  }
}
