import Prefetching
import Testing

@Suite struct LineLayoutTests {
  let list = LineLayout(itemCount: 10, itemsPerLine: 1, lineLength: 8)
  let grid = LineLayout(itemCount: 10, itemsPerLine: 3, lineLength: 13)

  @Test func `the last line of a grid may not be full`() {
    #expect(grid.lineCount == 4)
    #expect(grid.contentLength == 52)
    #expect(grid.items(inLines: 2..<4) == 6..<10)
    #expect(grid.line(of: 9) == 3)
    #expect(grid.offset(ofLine: 3) == 39)
  }

  @Test func `lines that the layout does not have hold no items`() {
    #expect(grid.items(inLines: -5..<1) == 0..<3)
    #expect(grid.items(inLines: 3..<99) == 9..<10)
    #expect(grid.items(inLines: 99..<101).isEmpty)
    #expect(grid.items(inLines: -3 ..< -1).isEmpty)
  }

  @Test(arguments: [
    (0..<8, 0..<1), (0..<9, 0..<2), (7..<8, 0..<1), (7..<9, 0..<2), (8..<16, 1..<2),
    (-5..<1, 0..<1), (79..<99, 9..<10), (0..<80, 0..<10), (Int.min..<Int.max, 0..<10),
  ])
  func `an item counts when its line intersects the range`(offsets: Range<Int>, items: Range<Int>) {
    #expect(list.items(in: offsets) == items)
  }

  @Test(arguments: [
    (12..<12, 1), (0..<0, 0), (80..<90, 10), (200..<300, 10), (-9 ..< -1, 0),
  ])
  func `a range without items is empty where they would be`(offsets: Range<Int>, place: Int) {
    #expect(list.items(in: offsets) == place..<place)
  }

  @Test func `an empty layout has no lines`() {
    let empty = LineLayout(itemCount: 0, itemsPerLine: 3, lineLength: 13)
    #expect(empty.lineCount == 0)
    #expect(empty.contentLength == 0)
    #expect(empty.items(in: 0..<100) == 0..<0)
  }

  @Test func `a number out of range counts as the smallest valid one`() {
    let layout = LineLayout(itemCount: -1, itemsPerLine: 0, lineLength: Int.min)
    #expect(layout == LineLayout(itemCount: 0, itemsPerLine: 1, lineLength: 1))
    #expect(layout.line(of: -7) == 0)
  }

  @Test func `ten million items are measured exactly`() {
    let layout = LineLayout(itemCount: 10_000_000, itemsPerLine: 3, lineLength: 13)
    #expect(layout.lineCount == 3_333_334)
    #expect(layout.contentLength == 43_333_342)
    #expect(layout.items(in: 43_333_329..<43_333_342) == 9_999_999..<10_000_000)
  }

  @Test func `overflowing numbers stop at the greatest`() {
    let layout = LineLayout(itemCount: .max, itemsPerLine: 2, lineLength: .max)
    #expect(layout.lineCount == Int.max / 2 + 1)
    #expect(layout.contentLength == .max)
    #expect(layout.offset(ofLine: -2) == .min)
    #expect(layout.items(inLines: Int.max - 9..<Int.max).isEmpty)
    #expect(layout.items(in: Int.min..<Int.max) == 0..<2)
    let list = LineLayout(itemCount: .max, itemsPerLine: 1, lineLength: 1)
    #expect(list.items(in: Int.max - 2..<Int.max) == Int.max - 2..<Int.max)
  }
}
