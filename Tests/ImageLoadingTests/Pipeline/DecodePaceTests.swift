import Testing

@testable import ImageLoading

@Suite struct DecodePaceTests {
  @Test func `pictures wait for each other when there are more than threads`() {
    var pace = DecodePace(threads: 2)
    for isCrowded in [false, false, true] {
      pace.begin()
      #expect(pace.isCrowded == isCrowded)
    }
    pace.end()
    #expect(pace.inFlight == 2 && !pace.isCrowded)
  }

  @Test func `the latest decode counts a quarter`() {
    var pace = DecodePace(threads: 1)
    pace.note(.milliseconds(400))
    #expect(pace.average == .milliseconds(100))
    pace.note(.milliseconds(20))
    #expect(pace.average == .milliseconds(80))
  }
}
