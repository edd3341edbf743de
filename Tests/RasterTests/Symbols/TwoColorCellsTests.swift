import TestSupport
import Testing

@testable import Raster

@Suite struct TwoColorCellsTests {
  static let sets: [SymbolSet] = [.quadrant, .sextant, .octant, .braille]

  @Test(arguments: sets)
  func `no two colors show a cell with less error`(symbols: SymbolSet) {
    var random = SeededRandom(seed: 41)
    let block = symbols.pixelsPerCell
    for round in 0..<300 {
      let picture = SamplePictures.random(
        block, colors: [nil, 2, 3, 5][round % 4], using: &random)
      let image = CellImage(picture, symbols: symbols, background: Color(rawValue: 0))
      #expect(image.size == CellSize(columns: 1, rows: 1))
      let shown = ShownPixels(image, of: symbols)
      let error = zip(shown.colors, picture.pixels).reduce(0) {
        $0 + $1.0.squaredDistance(to: Color(rawValue: $1.1 & 0xFF_FFFF))
      }
      let least = Self.leastError(picture)
      // Two partitions may differ by less error than the rounding of the means adds.
      #expect(Double(error) <= least + 0.75 * Double(block.area), "\(picture.pixels)")
    }
  }

  /// The least error of all partitions, with the exact means.
  private static func leastError(_ picture: PixelImage) -> Double {
    let pixels = picture.pixels.map { pixel in
      [16, 8, 0].map { Double(pixel >> $0 & 255) }
    }
    func error(_ members: [[Double]]) -> Double {
      (0..<3).reduce(0) { sum, channel in
        let mean = members.reduce(0) { $0 + $1[channel] } / Double(max(1, members.count))
        return sum + members.reduce(0) { $0 + ($1[channel] - mean) * ($1[channel] - mean) }
      }
    }
    return (0..<1 << pixels.count).map { mask in
      error(pixels.indices.filter { mask >> $0 & 1 == 0 }.map { pixels[$0] })
        + error(pixels.indices.filter { mask >> $0 & 1 == 1 }.map { pixels[$0] })
    }.min() ?? 0
  }

  @Test(arguments: sets)
  func `two colors are shown exactly`(symbols: SymbolSet) {
    var random = SeededRandom(seed: 42)
    let block = symbols.pixelsPerCell
    let size = PixelSize(width: 20 * block.width, height: 10 * block.height)
    let picture = SamplePictures.random(size, colors: 2, using: &random)
    let image = CellImage(picture, symbols: symbols, background: Color(rawValue: 0))
    let shown = ShownPixels(image, of: symbols)
    #expect(shown.colors.map { $0.rawValue | 0xFF00_0000 } == picture.pixels)
  }

  @Test(arguments: sets)
  func `one color is a space, whatever it is`(symbols: SymbolSet) {
    let picture = PixelImage(size: PixelSize(width: 8, height: 24), filledWith: 0xFF12_3456)
    let image = CellImage(picture, symbols: symbols, background: Color(rawValue: 0))
    let color = Color(rawValue: 0x123456)
    #expect(
      image.cells.allSatisfy { $0 == Cell(glyph: " ", foreground: color, background: color) })
  }

  @Test func `the top left pixel has the foreground in the first cell`() {
    let picture = PixelImage(
      size: PixelSize(width: 2, height: 2),
      pixels: [0xFF00_0001, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF])
    let image = CellImage(picture, symbols: .quadrant, background: Color(rawValue: 0))
    #expect(
      image.cells == [
        Cell(glyph: "▘", foreground: Color(rawValue: 1), background: Color(rawValue: 0xFFFFFF))
      ])
  }

  @Test func `colors that the cell before has stay where they are`() {
    let (dark, bright): (UInt32, UInt32) = (0xFF00_0001, 0xFFFF_FFFF)
    let picture = PixelImage(
      size: PixelSize(width: 4, height: 2),
      pixels: [dark, bright, bright, bright, dark, bright, bright, dark])
    let image = CellImage(picture, symbols: .quadrant, background: Color(rawValue: 0))
    #expect(image.cells.map(\.scalar) == ["▌", "▗"])
    #expect(image.cells[0].foreground == image.cells[1].foreground)
    #expect(image.cells[0].background == image.cells[1].background)
  }

  @Test func `dots show the color of fewer pixels`() {
    var pixels = [UInt32](repeating: 0xFF00_0001, count: 8)
    pixels[5] = 0xFFFF_FFFF
    let picture = PixelImage(size: PixelSize(width: 2, height: 4), pixels: pixels)
    let image = CellImage(picture, symbols: .braille, background: Color(rawValue: 0))
    #expect(image.cells.map(\.scalar) == ["⠠"])
    #expect(image.cells[0].foreground == Color(rawValue: 0xFFFFFF))
  }
}
