import Raster
import ScreenComparison
import Testing

@Suite struct ScreenDifferenceTests {
  private let photograph: DrawnPhotograph
  private let reference: DrawnScreen

  init() throws {
    photograph = try DrawnPhotograph()
    reference = DrawnScreen(tiles: photograph.halfBlocks)
  }

  private func difference(of screen: DrawnScreen) throws -> ScreenDifference {
    ScreenDifference(try reference.halfBlocks, try screen.halfBlocks)
  }

  @Test func `the same screen does not differ`() throws {
    let difference = try difference(of: reference)
    #expect(difference.mean == 0 && difference.worst == 0 && difference.isWithinLimits)
    #expect(ScreenDifference.count(try reference.cells, try reference.cells) == 0)
  }

  @Test func `dithered sixels of the same screen are within the limits`() throws {
    let difference = try difference(of: DrawnScreen(tiles: photograph.sixels))
    #expect(difference.mean > 0)
    #expect(difference.isWithinLimits, "\(difference)")
  }

  @Test func `a screen that is one row too low is over the limits`() throws {
    var screen = DrawnScreen(tiles: photograph.sixels)
    screen.shiftRow()
    let difference = try difference(of: screen)
    #expect(!difference.isWithinLimits, "\(difference)")
  }

  @Test func `a ghost of a tile is over the limits, and is found`() throws {
    var screen = DrawnScreen(tiles: photograph.sixels)
    screen.draw(photograph.sixels, column: 28, row: 14)
    let difference = try difference(of: screen)
    #expect(!difference.isWithinLimits, "\(difference)")
    #expect((25...50).contains(difference.worstCell.column))
    #expect((11...22).contains(difference.worstCell.row))
  }

  @Test func `a missing tile is over the limits, and is found`() throws {
    var screen = DrawnScreen(tiles: photograph.sixels)
    screen.fill(CellRect(column: 49, row: 19, columns: 22, rows: 8), with: 0xFF00_0000)
    let difference = try difference(of: screen)
    #expect(!difference.isWithinLimits, "\(difference)")
    #expect((46...71).contains(difference.worstCell.column))
    #expect((16...27).contains(difference.worstCell.row))
  }

  @Test func `a picture may begin one column further, but not two`() throws {
    for (columns, isWithin) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
      var screen = DrawnScreen(
        tiles: PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 0))
      var moved = screen
      screen.draw(photograph.halfBlocks, column: 20, row: 12)
      moved.draw(photograph.sixels, column: 20 + columns, row: 12)
      let difference = ScreenDifference(try screen.halfBlocks, try moved.halfBlocks)
      #expect(difference.isWithinLimits == isWithin, "\(columns): \(difference)")
    }
  }

  @Test func `one changed cell counts as one`() throws {
    var screen = reference
    screen.fill(CellRect(column: 3, row: 0, columns: 1, rows: 1), with: 0xFFFF_FFFF)
    #expect(ScreenDifference.count(try reference.cells, try screen.cells) == 1)
  }

  @Test func `a row of the shell is clean but for a cursor`() throws {
    var screen = reference
    let last = DrawnScreen.size.rows - 1
    #expect(ScreenDifference.countInLastRow(try screen.cells) == 0)
    screen.fill(CellRect(column: 0, row: last, columns: 1, rows: 1), with: 0xFFFF_FFFF)
    #expect(ScreenDifference.countInLastRow(try screen.cells) == 1)
    screen.draw(photograph.sixels.top(rows: DrawnScreen.cell.height), column: 28, row: last)
    #expect(ScreenDifference.countInLastRow(try screen.cells) > 15)
  }

  @Test func `a line of pixels between rows counts as none, and a part of a picture as its cells`()
    throws
  {
    var screen = reference
    screen.drawLine(below: 4, with: 0xFF90_9090)
    #expect(ScreenDifference.count(try reference.cells, try screen.cells) == 0)
    let black = DrawnScreen(
      tiles: PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 0xFF00_0000))
    var left = black
    left.draw(photograph.sixels.top(rows: DrawnScreen.cell.height), column: 28, row: 14)
    #expect(ScreenDifference.count(try black.cells, try left.cells) > 15)
  }

  /// Screens of 16 colors: one drawn in sextants against one in half blocks.
  @Suite struct Dithered {
    private let reference: DrawnScreen
    private let sextants: PixelImage

    init() throws {
      let photograph = try DrawnPhotograph()
      reference = DrawnScreen(tiles: photograph.drawn(in: .half, .ansi16))
      sextants = photograph.drawn(in: .sextant, .ansi16)
    }

    private func difference(of screen: DrawnScreen) throws -> ScreenDifference {
      ScreenDifference(try reference.dithered, try screen.dithered, isDithered: true)
    }

    @Test func `other symbols are within the limits`() throws {
      let difference = try difference(of: DrawnScreen(tiles: sextants))
      #expect(difference.mean > 0)
      #expect(difference.isWithinLimits, "\(difference)")
    }

    @Test func `one row too low is over the limits`() throws {
      var screen = DrawnScreen(tiles: sextants)
      screen.shiftRow()
      let difference = try difference(of: screen)
      #expect(!difference.isWithinLimits, "\(difference)")
    }

    @Test func `a ghost of a tile is over the limits`() throws {
      var screen = DrawnScreen(tiles: sextants)
      screen.draw(sextants, column: 28, row: 14)
      let difference = try difference(of: screen)
      #expect(!difference.isWithinLimits, "\(difference)")
    }

    @Test func `a missing tile is over the limits`() throws {
      var screen = DrawnScreen(tiles: sextants)
      screen.fill(CellRect(column: 49, row: 19, columns: 22, rows: 8), with: 0xFF00_0000)
      let difference = try difference(of: screen)
      #expect(!difference.isWithinLimits, "\(difference)")
    }
  }

  @Test(arguments: [(1, 1), (3, 9), (4, 4), (5, 3)])
  func `the worst group is that of a naive search`(columns: Int, rows: Int) {
    let size = PixelSize(width: columns, height: 2 * rows)
    let (one, other) = (
      (0..<size.area).map { $0 * 37 % 251 }, (0..<size.area).map { $0 * 91 % 239 }
    )
    func image(_ values: [Int]) -> PixelImage {
      PixelImage(size: size, pixels: values.map { 0xFF00_0000 | UInt32($0) })
    }
    func cell(_ values: [Int], _ x: Int, _ y: Int) -> Int {
      (values[y * columns + x] + values[(y + 1) * columns + x]) / 2
    }
    let difference = ScreenDifference(image(one), image(other))
    let (width, height) = (min(4, columns), min(4, rows))
    let least = (0..<columns * rows).map { index in
      let (x, y) = (index % columns, 2 * (index / columns))
      let places = (0..<9).map { (x + $0 % 3 - 1, y + $0 / 3 - 1) }
      return places.filter { 0..<columns ~= $0 && 0..<2 * rows - 1 ~= $1 }
        .map { abs(cell(one, x, y) - cell(other, $0, $1)) }.min() ?? 0
    }
    func mean(_ values: [Int]) -> Double { Double(values.reduce(0, +)) / Double(values.count) }
    let groups = (0...rows - height).flatMap { top in
      (0...columns - width).map { left in
        mean((0..<width * height).map { least[(top + $0 / width) * columns + left + $0 % width] })
      }
    }
    #expect(abs(difference.worst - (groups.max() ?? 0)) < 0.001)
    #expect(abs(difference.mean - mean(least)) < 0.001)
  }
}
