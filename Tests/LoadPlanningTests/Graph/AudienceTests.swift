import ImageRequests
import TestSupport
import Testing

@testable import LoadPlanning

@Suite struct AudienceTests {
  private let low = Urgency(.low)
  private let normal = Urgency(.normal)
  private let high = Urgency(.high)

  @Test func `it is as urgent as its most urgent member`() {
    var audience = Audience<String>()
    audience.set(low, for: "prefetcher")
    #expect(audience.urgency == low)
    audience.set(high, for: "tile")
    #expect(audience.urgency == high)
  }

  @Test func `the one expected sooner is more urgent at equal priority`() {
    var audience = Audience<String>()
    let (soon, late) = (
      Urgency(.low, visibleAt: .seconds(1)), Urgency(.low, visibleAt: .seconds(2))
    )
    audience.set(late, for: "a")
    audience.set(soon, for: "b")
    #expect(audience.urgency == soon)
    audience.remove("b")
    #expect(audience.urgency == late)
  }

  @Test func `a member that leaves or changes lowers it to what the others ask for`() {
    var audience = Audience<String>()
    audience.set(low, for: "a")
    audience.set(normal, for: "b")
    audience.set(high, for: "c")
    audience.remove("c")
    #expect(audience.urgency == normal)
    audience.set(Urgency(.veryLow), for: "b")
    #expect(audience.urgency == low)
  }

  @Test func `only a member can leave, and only once`() {
    var audience = Audience<String>()
    audience.set(low, for: "a")
    let first = audience.remove("a")
    let second = audience.remove("a")
    #expect(first && !second)
    #expect(audience.isEmpty)
  }

  @Test func `work without members rests until the next one comes`() {
    var audience = Audience<String>()
    audience.set(high, for: "a")
    audience.rest(at: low)
    #expect(audience.urgency == high)
    audience.remove("a")
    audience.rest(at: normal)
    #expect(audience.urgency == normal)
    audience.set(low, for: "b")
    #expect(audience.urgency == low)
  }

  @Test func `it always agrees with the maximum over its members`() throws {
    var random = SeededRandom(seed: 3)
    var audience = Audience<Int>()
    var members: [Int: Urgency] = [:]
    for _ in 0..<5_000 {
      let member = Int.random(in: 0..<8, using: &random)
      if Bool.random(using: &random) {
        let urgency = Urgency(
          try #require(ImagePriority.allCases.randomElement(using: &random)),
          visibleAt: .seconds(Int.random(in: 0..<3, using: &random)))
        audience.set(urgency, for: member)
        members[member] = urgency
      } else {
        audience.remove(member)
        members[member] = nil
      }
      if let highest = members.values.max() { #expect(audience.urgency == highest) }
      #expect(audience.isEmpty == members.isEmpty)
    }
  }
}
