import TestSupport
import Testing

@testable import Raster

@Suite struct CellConverterTests {
  static let combinations = SymbolSet.allCases.flatMap { symbols in
    ColorDepth.allCases.map { (symbols, $0) }
  }

  @Test(arguments: combinations)
  func `a picture of any size has as many cells as it touches`(
    symbols: SymbolSet, colors: ColorDepth
  ) {
    var random = SeededRandom(seed: 43)
    let block = symbols.pixelsPerCell
    for (width, height) in [(0, 0), (0, 7), (7, 0), (1, 1), (43, 31), (2000, 1), (1, 2000)] {
      let picture = SamplePictures.random(
        PixelSize(width: width, height: height), transparent: true, using: &random)
      let image = CellImage(
        picture, symbols: symbols, colors: colors, background: Color(rawValue: 0x14161B))
      let columns = Int((Double(width) / Double(block.width)).rounded(.up))
      let rows = Int((Double(height) / Double(block.height)).rounded(.up))
      let isEmpty = columns * rows == 0
      #expect(image.size == CellSize(columns: isEmpty ? 0 : columns, rows: isEmpty ? 0 : rows))
    }
  }

  @Test(arguments: combinations)
  func `a cell of one color is a space of that color`(symbols: SymbolSet, colors: ColorDepth) {
    var random = SeededRandom(seed: 44)
    for few in [2, 40] {
      let picture = SamplePictures.random(
        PixelSize(width: 64, height: 64), colors: few, using: &random)
      let image = CellImage(
        picture, symbols: symbols, colors: colors, background: Color(rawValue: 0))
      for cell in image.cells {
        #expect(cell.style == .plain)
        if colors == .mono {
          #expect(cell.foreground.isTerminalDefault && cell.background.isTerminalDefault)
        } else {
          #expect((cell.glyph == 0x20) == (cell.foreground == cell.background))
        }
      }
    }
  }

  @Test(arguments: SymbolSet.allCases)
  func `equal pictures have equal cells, wherever they come in memory`(symbols: SymbolSet) {
    var random = SeededRandom(seed: 45)
    let picture = SamplePictures.random(PixelSize(width: 33, height: 29), using: &random)
    let copy = PixelImage(size: picture.size, pixels: picture.pixels.map { $0 })
    for colors in ColorDepth.allCases {
      let converter = CellConverter(
        symbols: symbols, colors: colors, background: Color(rawValue: 0))
      #expect(converter.cells(of: picture) == converter.cells(of: copy))
    }
  }

  @Test(arguments: [SymbolSet.half, .quadrant, .sextant, .octant, .braille])
  func `the background shows through pixels and beyond the last`(symbols: SymbolSet) {
    let block = symbols.pixelsPerCell
    let background = Color(rawValue: 0x112233)
    let picture = PixelImage(
      size: PixelSize(width: block.width + 1, height: block.height + 1), filledWith: 0x00FF_FFFF)
    let clear = CellImage(picture, symbols: symbols, background: background)
    #expect(clear.cells.allSatisfy { $0.glyph == 0x20 && $0.background == background })

    let opaque = PixelImage(size: picture.size, filledWith: 0xFFFF_FFFF)
    let shown = ShownPixels(
      CellImage(opaque, symbols: symbols, background: background), of: symbols)
    for y in 0..<shown.size.height {
      for x in 0..<shown.size.width {
        // An odd last row of half blocks fills its cells.
        let isInside = x < opaque.size.width && (y < opaque.size.height || symbols == .half)
        #expect(shown[x, y] == (isInside ? Color(rawValue: 0xFFFFFF) : background))
      }
    }
  }

  @Test func `half blocks look like the pixels drawn as they are`() {
    var random = SeededRandom(seed: 46)
    let background = Color(rawValue: 0x14161B)
    let picture = SamplePictures.random(
      PixelSize(width: 17, height: 8), transparent: true, using: &random)
    let image = CellImage(picture, symbols: .half, background: background)
    var drawn = Surface(size: image.size)
    drawn.draw(picture, in: drawn.bounds, background: background, clip: drawn.bounds)
    #expect(image.cells == drawn.cells)
  }
}
