import Testing

@testable import ImageLoading

@Suite struct AudienceTests {
  @Test func `it is as urgent as its most urgent member`() {
    var audience = Audience<String>()
    audience.set(.low, for: "prefetcher")
    #expect(audience.priority == .low)
    audience.set(.high, for: "tile")
    #expect(audience.priority == .high)
  }

  @Test func `a member that leaves or changes lowers it to what the others ask for`() {
    var audience = Audience<String>()
    audience.set(.low, for: "a")
    audience.set(.normal, for: "b")
    audience.set(.high, for: "c")
    audience.remove("c")
    #expect(audience.priority == .normal)
    audience.set(.veryLow, for: "b")
    #expect(audience.priority == .low)
  }

  @Test func `only a member can leave, and only once`() {
    var audience = Audience<String>()
    audience.set(.low, for: "a")
    let first = audience.remove("a")
    let second = audience.remove("a")
    #expect(first && !second)
    #expect(audience.isEmpty)
  }
}
