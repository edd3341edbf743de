import Testing

@testable import LoadPlanning

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
}
