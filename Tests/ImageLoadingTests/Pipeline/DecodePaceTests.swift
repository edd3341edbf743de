import Testing

@testable import ImageLoading

@Suite struct DecodePaceTests {
  @Test func `pictures wait for each other when there are more than threads`() {
    var pace = DecodePace(threads: 2)
    for isCrowded in [false, false, true] {
      pace.add()
      #expect(pace.isCrowded == isCrowded)
    }
    pace.remove()
    #expect(pace.inFlight == 2 && !pace.isCrowded)
  }

  @Test func `the latest decode counts a quarter`() {
    var pace = DecodePace(threads: 1)
    pace.record(.milliseconds(400))
    #expect(pace.average == .milliseconds(400))
    pace.record(.milliseconds(20))
    #expect(pace.average == .milliseconds(305))
  }
}
