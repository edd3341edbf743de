import FramePacing
import GalleryCore
import Testing

@Suite struct TileWaitsTests {
  private var waits = TileWaits()

  private mutating func show(_ shown: Range<Int>, settled: Set<Int>, at milliseconds: Int) {
    waits.framePresented(
      shown, isSettled: { settled.contains($0) }, at: .milliseconds(milliseconds))
  }

  private var longest: Double { waits.waits.maxMilliseconds.rounded() }

  @Test mutating func `a tile that comes with its picture has not waited`() {
    show(0..<3, settled: [0, 1, 2], at: 0)
    show(0..<3, settled: [0, 1, 2], at: 500)
    #expect(waits.waits.count == 3)
    #expect(longest == 0)
  }

  @Test mutating func `a wait ends with the picture`() {
    show(0..<2, settled: [], at: 100)
    show(0..<2, settled: [1], at: 150)
    #expect(waits.waits.count == 1)
    #expect(longest == 50)
    show(0..<2, settled: [0, 1], at: 180)
    #expect(waits.waits.count == 2)
    #expect(longest == 80)
  }

  @Test mutating func `a tile that leaves waits no longer, and anew when it comes again`() {
    show(0..<2, settled: [], at: 0)
    show(1..<3, settled: [], at: 20)
    #expect(waits.waits.count == 1)
    show(0..<2, settled: [], at: 30)
    show(0..<2, settled: [0, 1], at: 40)
    #expect(waits.waits.count == 4)
    #expect(longest == 40)
  }

  @Test mutating func `the end ends all waits, once`() {
    show(0..<4, settled: [2], at: 0)
    waits.end(at: .milliseconds(60))
    waits.end(at: .milliseconds(900))
    #expect(waits.waits.count == 4)
    #expect(longest == 60)
  }

  @Test mutating func `items on screen are recorded, and skipped ones are not`() {
    show(0..<4, settled: [], at: 0)
    show(10..<14, settled: [], at: 20)
    #expect(waits.seen.contains(3))
    #expect(!waits.seen.contains(5))
    #expect(waits.seen.contains(13))
  }
}
