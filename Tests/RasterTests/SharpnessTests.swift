import TestSupport
import Testing

@testable import Raster

@Suite struct SharpnessTests {
  /// A picture of random colors in a surface.
  private func surface(
    _ rect: CellRect, on size: CellSize = CellSize(columns: 24, rows: 10), seed: UInt64 = 1
  ) -> Surface {
    var random = SeededRandom(seed: seed)
    let pixels = PixelSize(width: rect.size.columns, height: rect.size.rows * 2)
    let colors = (0..<pixels.area).map { _ in
      0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
    }
    let image = PixelImage(size: pixels, pixels: colors)
    var surface = Surface(size: size)
    surface.draw(image, in: rect, background: Color(rawValue: 0), clip: surface.bounds)
    return surface
  }

  @Test func `full sharpness changes nothing`() {
    let rect = CellRect(column: 2, row: 1, columns: 9, rows: 4)
    let exact = surface(rect)
    var coarse = exact
    coarse.coarsen(rect, to: .full, clip: coarse.bounds)
    #expect(coarse == exact)
  }

  @Test(arguments: Sharpness.allCases.filter(\.isPlain))
  func `the cells of a block are equal, counted from the picture's left edge`(
    sharpness: Sharpness
  ) {
    let rect = CellRect(column: 3, row: 1, columns: 11, rows: 4)
    var coarse = surface(rect)
    coarse.coarsen(rect, to: sharpness, clip: coarse.bounds)
    for row in rect.rows {
      for column in rect.columns {
        let block = (column - 3) / sharpness.blockColumns * sharpness.blockColumns + 3
        #expect(coarse[column, row] == coarse[block, row])
        #expect(coarse[column, row].scalar == " ")
      }
    }
  }

  @Test func `a block shows the mean of its colors`() {
    var surface = Surface(size: CellSize(columns: 2, rows: 1))
    surface[0, 0] = Cell(upper: Color(rawValue: 0xFF_0000), lower: Color(rawValue: 0))
    surface[1, 0] = Cell(upper: Color(rawValue: 0xFF_00FF), lower: Color(rawValue: 0))
    surface.coarsen(surface.bounds, to: .plainPairs, clip: surface.bounds)
    let mean = Color(rawValue: 0x7B_0039)  // 0x7F and 0x3F without their last bits
    #expect(surface[0, 0] == Cell(upper: mean, lower: mean))
    #expect(surface[1, 0] == surface[0, 0])
  }

  /// The colors of the halves of a cell.
  private static func halves(_ cell: Cell) -> [Color] {
    switch cell.scalar {
    case "▀": [cell.foreground, cell.background]
    case "▄": [cell.background, cell.foreground]
    default: [cell.background, cell.background]
    }
  }

  @Test(arguments: 1..<20 as Range<UInt64>)
  func `near colors keep every pixel, and no cell is far from its own`(seed: UInt64) {
    let rect = CellRect(column: 2, row: 1, columns: 20, rows: 8)
    let exact = surface(rect, seed: seed)
    var near = exact
    near.coarsen(rect, to: .near, clip: near.bounds)
    for row in rect.rows {
      for column in rect.columns {
        let pairs = zip(Self.halves(near[column, row]), Self.halves(exact[column, row]))
        let error = pairs.reduce(0) { $0 + $1.0.squaredDistance(to: $1.1) }
        #expect(error <= NearColors.mostError)
      }
    }
  }

  @Test func `near colors change less than half as often as those of a soft picture`() {
    var random = SeededRandom(seed: 3)
    let size = PixelSize(width: 32, height: 24)
    let pixels = (0..<size.area).map { index in
      let light = 40 + index % 32 * 5 + index / 32 * 2 + Int.random(in: 0..<5, using: &random)
      return 0xFF00_0000 | UInt32(light) << 16 | UInt32(light - 20) << 8 | UInt32(light / 2)
    }
    var surface = Surface(size: CellSize(columns: 32, rows: 12))
    surface.draw(
      PixelImage(size: size, pixels: pixels), in: surface.bounds, background: Color(rawValue: 0),
      clip: surface.bounds)
    func changes() -> Int {
      (1..<surface.cells.count).reduce(0) { sum, index in
        let (cell, former) = (surface.cells[index], surface.cells[index - 1])
        let isInkSeen = cell.scalar != " "
        return sum + (cell.background == former.background ? 0 : 1)
          + (!isInkSeen || cell.foreground == former.foreground ? 0 : 1)
      }
    }
    let exact = changes()
    surface.coarsen(surface.bounds, to: .near, clip: surface.bounds)
    #expect(changes() * 2 < exact)
  }

  @Test func `near colors keep the glyphs of finer symbols`() {
    var surface = Surface(size: CellSize(columns: 3, rows: 1))
    let glyphs: [Unicode.Scalar] = ["▚", "▌", "▚"]
    for (column, glyph) in glyphs.enumerated() {
      let step = UInt32(column)
      surface[column, 0] = Cell(
        glyph: glyph, foreground: Color(rawValue: 0x80_8080 + step),
        background: Color(rawValue: 0x10_1010 + step))
    }
    let first = surface[0, 0]
    surface.coarsen(surface.bounds, to: .near, clip: surface.bounds)
    #expect(surface.cells.map(\.scalar) == glyphs)
    #expect(surface.cells.allSatisfy { $0.foreground == first.foreground })
    #expect(surface.cells.allSatisfy { $0.background == first.background })
  }

  @Test func `black stays black and white white`() {
    for value: UInt32 in [0, 0xFF_FFFF] {
      for sharpness in Sharpness.allCases {
        let cell = Cell(upper: Color(rawValue: value), lower: Color(rawValue: value))
        var surface = Surface(size: CellSize(columns: 5, rows: 1), filledWith: cell)
        surface.coarsen(surface.bounds, to: sharpness, clip: surface.bounds)
        #expect(surface.cells.allSatisfy { $0 == cell })
      }
    }
  }

  @Test func `text and what lies outside the clip stay exact`() {
    let rect = CellRect(column: 0, row: 0, columns: 24, rows: 10)
    var exact = surface(rect)
    exact.write("caption", at: CellPoint(column: 4, row: 3), background: Color(rawValue: 0x123456))
    exact[20, 5] = Cell(glyph: "\u{10EEEE}", foreground: Color(rawValue: 7))
    let clip = CellRect(column: 0, row: 2, columns: 24, rows: 6)
    var coarse = exact
    coarse.coarsen(rect, to: .plainFours, clip: clip)
    #expect(coarse[20, 5] == exact[20, 5])
    for column in 4..<11 { #expect(coarse[column, 3] == exact[column, 3]) }
    for column in 0..<24 {
      for row in [0, 1, 8, 9] { #expect(coarse[column, row] == exact[column, row]) }
    }
  }

  @Test func `a picture that scrolls keeps its cells`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let sharpness = Sharpness.allCases.randomElement(using: &random) ?? .near
      let columns = Int.random(in: 1...20, using: &random)
      let column = Int.random(in: 0...(24 - columns), using: &random)
      let shift = Int.random(in: 1...3, using: &random)
      let rect = CellRect(column: column, row: 0, columns: columns, rows: 10)
      var before = surface(rect, seed: random.next())
      // The same picture further up: its first rows are off the screen.
      var after = Surface(size: before.size)
      for row in 0..<10 - shift {
        for column in 0..<24 { after[column, row] = before[column, row + shift] }
      }
      before.coarsen(rect, to: sharpness, clip: before.bounds)
      let moved = CellRect(column: column, row: -shift, columns: columns, rows: 10)
      after.coarsen(moved, to: sharpness, clip: after.bounds)
      for row in 0..<10 - shift {
        for column in 0..<24 { #expect(after[column, row] == before[column, row + shift]) }
      }
    }
  }
}
