import LoadingTestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Room for forty entries of 1,000 bytes: thirty seen ones and ten unseen ones are guaranteed.
@Suite struct ProbationTests {
  private let surroundings = CacheSurroundings()
  private let cache: ImageCache

  init() { cache = surroundings.cache(costLimitBytes: 40_000) }

  private func fill(_ name: String, _ numbers: Range<Int>, isSpeculative: Bool = false) throws {
    for number in numbers {
      cache.insert(for: try request("\(name) \(number)"), isSpeculative: isSpeculative)
    }
  }

  private func kept(_ name: String, _ numbers: Range<Int>) throws -> [Int] {
    try numbers.filter { cache.contains(try request("\(name) \($0)")) }
  }

  @Test func `prefetching pushes nothing out that was seen`() throws {
    try fill("seen", 0..<30)
    for minute in 0..<10 {
      surroundings.now = .seconds(60 * minute)
      try fill("ahead \(minute)", 0..<100, isSpeculative: true)
    }
    #expect(try kept("seen", 0..<30) == Array(0..<30))
    #expect(cache.count == 40)
  }

  @Test func `prefetching always has its quarter`() throws {
    try fill("seen", 0..<40)
    try fill("ahead", 0..<20, isSpeculative: true)
    #expect(try kept("ahead", 0..<20) == Array(0..<10))
    #expect(try kept("seen", 0..<40) == Array(10..<40))
  }

  @Test func `prefetching borrows what is free, and gives it back first`() throws {
    try fill("ahead", 0..<50, isSpeculative: true)
    #expect(try kept("ahead", 0..<50) == Array(0..<40))
    try fill("seen", 0..<20)
    #expect(try kept("ahead", 0..<40) == Array(0..<20), "the farthest ahead go")
    try fill("seen", 20..<35)
    #expect(try kept("ahead", 0..<40) == Array(0..<10))
    #expect(try kept("seen", 0..<35) == Array(5..<35))
  }

  @Test func `a shown picture is off probation`() throws {
    try fill("ahead", 0..<10, isSpeculative: true)
    for number in 0..<10 { _ = cache.image(for: try request("ahead \(number)")) }
    surroundings.now = .seconds(60)
    try fill("later", 0..<100, isSpeculative: true)
    #expect(try kept("ahead", 0..<10) == Array(0..<10))
    #expect(try kept("later", 0..<100).count == 30)
  }

  @Test func `a peek leaves an entry on probation`() throws {
    try fill("ahead", 0..<10, isSpeculative: true)
    #expect(try kept("ahead", 0..<10).count == 10)
    surroundings.now = .seconds(60)
    try fill("seen", 0..<30)
    try fill("later", 0..<10, isSpeculative: true)
    #expect(try kept("ahead", 0..<10) == [])
  }

  @Test func `while all are young, the newcomer is not kept`() throws {
    try fill("seen", 0..<30)
    try fill("ahead", 0..<10, isSpeculative: true)
    surroundings.now = .seconds(30)
    #expect(!cache.insert(for: try request("farthest"), isSpeculative: true))
    #expect(try kept("ahead", 0..<10) == Array(0..<10))
  }

  @Test func `over thirty seconds the oldest makes room`() throws {
    try fill("seen", 0..<30)
    try fill("ahead", 0..<5, isSpeculative: true)
    surroundings.now = .seconds(20)
    try fill("ahead", 5..<10, isSpeculative: true)
    surroundings.now = .seconds(31)
    try fill("later", 0..<8, isSpeculative: true)
    #expect(try kept("ahead", 0..<10) == Array(5..<10))
    #expect(try kept("later", 0..<8) == Array(0..<5))
  }

  @Test func `prefetching what was seen leaves it seen`() throws {
    try fill("a", 0..<1)
    try fill("a", 0..<1, isSpeculative: true)
    surroundings.now = .seconds(60)
    try fill("seen", 0..<29)
    try fill("ahead", 0..<100, isSpeculative: true)
    #expect(try kept("a", 0..<1) == [0])
  }
}
