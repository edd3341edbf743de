import Testing

@testable import Raster

@Suite struct SurfaceTests {
  @Test func `filling outside the surface changes nothing and does not trap`() {
    var surface = Surface(size: CellSize(columns: 4, rows: 2))
    let before = surface
    surface.fill(CellRect(column: -9, row: 5, columns: 3, rows: 3), with: Cell(glyph: "x"))
    surface.fill(CellRect(column: 9, row: -5, columns: 3, rows: 3), with: Cell(glyph: "x"))
    #expect(surface == before)
  }

  @Test func `a picture is clipped on every side`() {
    let image = PixelImage(size: PixelSize(width: 4, height: 8), filledWith: 0xFF11_2233)
    var surface = Surface(size: CellSize(columns: 3, rows: 3))
    let rect = CellRect(column: -1, row: -1, columns: 4, rows: 4)
    surface.draw(image, in: rect, background: Color(rawValue: 0), clip: surface.bounds)
    #expect(surface.cells.allSatisfy { $0.background == Color(rawValue: 0x112233) })
  }

  @Test func `a cell shows two pixels, one above the other`() {
    let image = PixelImage(
      size: PixelSize(width: 1, height: 2), pixels: [0xFFFF_0000, 0xFF00_00FF])
    var surface = Surface(size: CellSize(columns: 1, rows: 1))
    surface.draw(image, in: surface.bounds, background: Color(rawValue: 0), clip: surface.bounds)
    #expect(
      surface[0, 0]
        == Cell(glyph: "▀", foreground: Color(rawValue: 0xFF0000), background: Color(rawValue: 255))
    )
  }

  @Test func `an odd last row of pixels fills its cells`() {
    let size = PixelSize(width: 2, height: 3)
    let image = PixelImage(size: size, pixels: (0..<6).map { 0xFF00_0000 | $0 })
    var (drawn, scaled) = (
      Surface(size: CellSize(columns: 2, rows: 2)), Surface(size: CellSize(columns: 2, rows: 2))
    )
    drawn.draw(image, in: drawn.bounds, background: Color(rawValue: 0), clip: drawn.bounds)
    scaled.draw(
      image, scaledTo: size, at: CellPoint(column: 0, row: 0), background: Color(rawValue: 0),
      clip: scaled.bounds)
    let cells = CellImage(image, symbols: .half, background: Color(rawValue: 0xFF_FFFF)).cells
    for last in [drawn[1, 1], scaled[1, 1], cells[3]] {
      #expect(last == Cell(upper: Color(rawValue: 5), lower: Color(rawValue: 5)))
      #expect(last.scalar == " ")
    }
  }

  @Test func `half transparent pixels show the background`() {
    #expect(Color(rawValue: 0x000000).under(0x80FF_FFFF) == Color(rawValue: 0x808080))
    #expect(Color(rawValue: 0x123456).under(0x00FF_FFFF) == Color(rawValue: 0x123456))
  }

  @Test func `a wide glyph is never cut in half`() {
    var surface = Surface(size: CellSize(columns: 3, rows: 1))
    surface.write("漢字", at: CellPoint(column: 0, row: 0))
    #expect(surface.textLines == ["漢…"])
    surface.write("漢", at: CellPoint(column: 2, row: 0))
    #expect(surface[2, 0].glyph != 0x6F22)
  }
}
