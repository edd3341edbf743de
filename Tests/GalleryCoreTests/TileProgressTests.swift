import Testing

@testable import GalleryCore

@Suite struct TileProgressTests {
  @Test func `a fraction is a percentage, rounded down`() {
    #expect(TileProgress(fraction: 0.429, receivedBytes: 9).figures == ["42 %", "9 B"])
    #expect(TileProgress(fraction: 0.999, receivedBytes: 9).figures == ["99 %", "9 B"])
    #expect(TileProgress(fraction: 1, receivedBytes: 9).figures == ["100 %", "9 B"])
  }

  @Test func `without a total there are bytes, and without bytes nothing`() {
    #expect(TileProgress(fraction: nil, receivedBytes: 1_234_567).figures == ["1.2 MB"])
    #expect(TileProgress(fraction: nil, receivedBytes: 0).figures == [])
    #expect(TileProgress(fraction: 0.5, receivedBytes: 1_234_567).figures == ["50 %", "1.2 MB"])
  }

  @Test(arguments: [Double.nan, -1, 2, .infinity, -.infinity])
  func `a fraction that makes no sense is held to one that does`(fraction: Double) {
    let progress = TileProgress(fraction: fraction, receivedBytes: .min)
    let held = progress.fraction ?? 0
    #expect((0...1).contains(held))
    #expect(progress.receivedBytes == 0)
  }

  @Test func `a wait for the next attempt is no progress`() {
    let progress = TileProgress(retryingAfter: .seconds(2), because: "the server answered 503")
    #expect(progress.isWaiting && progress.retries == 1)
    #expect(progress.figures == [])
  }

  @Test func `waits are told as one would say them`() {
    #expect(Duration.milliseconds(400).spokenText == "0.4 s")
    #expect(Duration.milliseconds(970).spokenText == "1 s")
    #expect(Duration.milliseconds(1_370).spokenText == "1 s")
    #expect(Duration.seconds(60).spokenText == "60 s")
    #expect(Duration.seconds(120).spokenText == "2 min")
    #expect(Duration.seconds(-3).spokenText == "0.0 s")
  }
}
