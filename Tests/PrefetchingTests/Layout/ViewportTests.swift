import Prefetching
import Testing

@Suite struct ViewportTests {
  let list = LineLayout(itemCount: 10, itemsPerLine: 1, lineLength: 8)

  @Test(arguments: [(-3, 0), (0, 0), (30, 30), (60, 60), (61, 60), (Int.max, 60), (Int.min, 0)])
  func `clamping shows no place outside the content`(offset: Int, clamped: Int) {
    let viewport = Viewport(offset: offset, length: 20).clamped(to: list)
    #expect(viewport == Viewport(offset: clamped, length: 20))
  }

  @Test func `a content shorter than the viewport starts at its start`() {
    #expect(Viewport(offset: 9, length: 81).clamped(to: list).offset == 0)
  }

  @Test(arguments: [
    // The viewport 20..<40 shows the lines 3 and 4 whole and parts of 2.
    (3, 20), (4, 20), (2, 16), (0, 0), (5, 28), (9, 60), (99, 60), (-99, 0),
  ])
  func `revealing moves as little as shows the whole line`(item: Int, offset: Int) {
    let viewport = Viewport(offset: 20, length: 20).revealing(item, in: list)
    #expect(viewport == Viewport(offset: offset, length: 20))
  }

  @Test func `a line longer than the viewport is revealed at its start`() {
    #expect(Viewport(offset: 20, length: 5).revealing(2, in: list).offset == 16)
    #expect(Viewport(offset: 0, length: 5).revealing(2, in: list).offset == 16)
    #expect(Viewport(offset: 0, length: 0).revealing(9, in: list).offset == 72)
  }

  @Test func `an empty layout has nothing to reveal`() {
    let empty = LineLayout(itemCount: 0, itemsPerLine: 1, lineLength: 8)
    let viewport = Viewport(offset: 5, length: 20)
    #expect(viewport.revealing(3, in: empty) == viewport)
  }

  @Test func `a length is never negative`() {
    var viewport = Viewport(offset: 4, length: -1)
    #expect(viewport.range == 4..<4)
    viewport.length = -7
    #expect(viewport.length == 0)
  }

  @Test func `a range ends at the greatest number`() {
    #expect(Viewport(offset: .max - 1, length: .max).range == Int.max - 1..<Int.max)
    #expect(Viewport(offset: .min, length: .max).range == Int.min ..< -1)
  }
}
