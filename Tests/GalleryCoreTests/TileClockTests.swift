import Testing

@testable import GalleryCore

@Suite struct TileClockTests {
  private func tally(visible: Double, blank: Double, ready: Int = 0) -> TileClock.Tally {
    var tally = TileClock.Tally()
    tally.visible = visible
    tally.blank = blank
    tally.readyTiles = ready
    return tally
  }

  @Test func `blank tiles count for as long as their frame is shown`() {
    var clock = TileClock()
    clock.framePresented(
      tally(visible: 3, blank: 3), visible: 0..<3, settled: { _ in false }, at: .milliseconds(10))
    clock.framePresented(
      tally(visible: 3, blank: 1.5, ready: 1), visible: 0..<3, settled: { $0 == 0 },
      at: .milliseconds(30))
    clock.advance(to: .milliseconds(40))
    #expect(clock.blankTileMilliseconds == 3 * 20 + 1.5 * 10)
    #expect(clock.visibleTileMilliseconds == 90)
    #expect(clock.firstPicture == .milliseconds(30))
    #expect(clock.screenComplete == nil)
  }

  @Test func `the first screen is complete when each of its tiles was settled on screen`() {
    var clock = TileClock()
    clock.framePresented(
      tally(visible: 2, blank: 2), visible: 0..<2, settled: { _ in false }, at: .zero)
    clock.framePresented(
      tally(visible: 2, blank: 1), visible: 0..<2, settled: { $0 == 0 }, at: .milliseconds(5))
    clock.framePresented(
      tally(visible: 2, blank: 0), visible: 1..<3, settled: { _ in true }, at: .milliseconds(9))
    #expect(clock.screenComplete == .milliseconds(9))
  }
}
