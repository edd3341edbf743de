import TestSupport
import Testing

@testable import Raster

@Suite struct DitheringTests {
  static let depths: [ColorDepth] = [.indexed256, .ansi16, .ansi8]
  static let blocks: [SymbolSet] = [.half, .quadrant, .sextant, .braille]

  @Test(arguments: depths)
  func `every color of a palette is nearest to itself`(depth: ColorDepth) throws {
    let palette = try #require(Palette(depth))
    for (index, color) in palette.colors.enumerated() {
      let nearest = try #require(palette.index(of: color))
      #expect(palette.colors[nearest] == color, "\(index)")
    }
  }

  @Test(arguments: depths, SymbolSet.allCases)
  func `cells have colors of the palette only`(depth: ColorDepth, symbols: SymbolSet) throws {
    let palette = Set(try #require(Palette(depth)).colors)
    var random = SeededRandom(seed: 47)
    let picture = SamplePictures.random(
      PixelSize(width: 67, height: 61), transparent: true, using: &random)
    let image = CellImage(
      picture, symbols: symbols, colors: depth, background: Color(rawValue: 0x14161B))
    #expect(
      image.cells.allSatisfy { palette.contains($0.foreground) && palette.contains($0.background) })
  }

  @Test(arguments: depths, SymbolSet.allCases)
  func `a color that the palette has is not dithered`(depth: ColorDepth, symbols: SymbolSet) throws
  {
    for color in try #require(Palette(depth)).colors {
      let picture = PixelImage(
        size: PixelSize(width: 9, height: 9), filledWith: 0xFF00_0000 | color.rawValue)
      let image = CellImage(picture, symbols: symbols, colors: depth, background: color)
      #expect(image.cells.allSatisfy { $0.glyph == 0x20 && $0.background == color })
    }
  }

  @Test(arguments: depths, blocks)
  func `the mixture of a plain color has that mean`(depth: ColorDepth, symbols: SymbolSet) throws {
    let palette = try #require(Palette(depth))
    var random = SeededRandom(seed: 48)
    let block = symbols.pixelsPerCell
    let size = PixelSize(width: 16 * block.width, height: 16 * block.height)
    var deviations: [Double] = []
    for _ in 0..<100 {
      // Colors as bright as the palette's primaries, or as far from gray, can hardly be mixed.
      let channels = (0..<3).map { _ in UInt32.random(in: 24...180, using: &random) }
      let pixel = channels[0] << 16 | channels[1] << 8 | channels[2]
      let picture = PixelImage(size: size, filledWith: 0xFF00_0000 | pixel)
      let image = CellImage(
        picture, symbols: symbols, colors: depth, background: palette.colors[0])
      deviations += zip(ShownPixels(image, of: symbols).mean, channels).map {
        abs($0 - Double($1))
      }
    }
    let mean = deviations.reduce(0, +) / Double(deviations.count)
    #expect(mean <= (depth == .indexed256 ? 1 : 2.5))
    #expect((deviations.max() ?? 0) <= (depth == .indexed256 ? 5 : 20))
  }

  @Test func `the pattern is the picture's, so equal rows of it are equal cells`() {
    let picture = PixelImage(size: PixelSize(width: 40, height: 64), filledWith: 0xFF64_5A3C)
    let image = CellImage(
      picture, symbols: .half, colors: .ansi8, background: Color(rawValue: 0))
    let rows = (0..<image.size.rows).map { image.cells[$0 * 40..<($0 + 1) * 40] }
    // Eight pixels are four rows of cells.
    for row in 4..<rows.count { #expect(Array(rows[row]) == Array(rows[row - 4])) }
    #expect(Set(rows.map(Array.init)).count > 1)
  }

  @Test(arguments: depths, [SymbolSet.quadrant, .sextant, .braille])
  func `a mixture of two in a plain color is a chessboard`(
    depth: ColorDepth, symbols: SymbolSet
  ) {
    let block = symbols.pixelsPerCell
    let picture = PixelImage(
      size: PixelSize(width: 8 * block.width, height: 8 * block.height), filledWith: 0xFF64_5A3C)
    let image = CellImage(
      picture, symbols: symbols, colors: depth, background: Color(rawValue: 0))
    for (index, cell) in image.cells.enumerated() where cell.glyph != 0x20 {
      let filled = ShownPixels.filled(by: cell.scalar, in: block)
      let parity = Set(
        filled.map { ($0 % 2 + $0 / 2 + index / image.size.columns * block.height) % 2 })
      #expect(filled.count == block.area / 2 && parity.count == 1, "\(cell.scalar)")
    }
  }

  @Test(arguments: blocks)
  func `without colors as many pixels are lit as the picture is bright`(symbols: SymbolSet) {
    let block = symbols.pixelsPerCell
    let size = PixelSize(width: 8 * block.width, height: 8 * block.height)
    for gray in stride(from: UInt32(0), through: 255, by: 15) {
      let picture = PixelImage(size: size, filledWith: 0xFF00_0000 | gray * 0x010101)
      let image = CellImage(
        picture, symbols: symbols, colors: .mono, background: .terminalDefault)
      let lit = image.cells.reduce(0) {
        $0 + ShownPixels.filled(by: $1.scalar, in: block).count
      }
      let share = Double(lit) / Double(size.area)
      #expect(abs(share - Double(gray) / 255) <= 1.0 / 64, "\(gray)")
    }
  }

  @Test func `the order of thresholds is one of the 64, and spreads`() {
    let ranks = (0..<64).map { OrderedThreshold.rank($0 % 8, $0 / 8) }
    #expect(ranks.sorted() == Array(0..<64))
    #expect((0..<64).allSatisfy { OrderedThreshold.rank($0 % 8 + 8, $0 / 8 + 16) == ranks[$0] })
    for y in 0..<8 {
      for x in 0..<8 {
        let square = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
          OrderedThreshold.rank(x + $0.0, y + $0.1) / 16
        }
        #expect(Set(square) == [0, 1, 2, 3])
      }
    }
  }

  @Test func `black is never lit, white always`() {
    for rank in 0..<64 {
      #expect(!OrderedThreshold.isLit(0, at: rank))
      #expect(OrderedThreshold.isLit(255, at: rank))
    }
  }
}
