import TestSupport
import Testing

@testable import Raster

@Suite struct DitheringTests {
  static let depths: [ColorDepth] = [.indexed256, .ansi16, .ansi8]
  static let blocks: [SymbolSet] = [.half, .quadrant, .sextant, .octant, .braille]

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

  /// Xterm 379 fills the gaps of ▒ with another cell's background at some sizes.
  @Test(arguments: depths + [.mono], blocks)
  func `no cell is a medium shade`(depth: ColorDepth, symbols: SymbolSet) {
    var random = SeededRandom(seed: 49)
    let picture = SamplePictures.random(
      PixelSize(width: 67, height: 61), transparent: false, using: &random)
    let gray = PixelImage(size: PixelSize(width: 9, height: 9), filledWith: 0xFF77_7777)
    for image in [picture, gray] {
      let cells = CellImage(image, symbols: symbols, colors: depth, background: Color(rawValue: 0))
      #expect(!cells.cells.contains { $0.glyph == 0x2592 })
    }
  }

  @Test(arguments: depths, blocks)
  func `the mixture of a plain color has nearly that mean`(
    depth: ColorDepth, symbols: SymbolSet
  ) throws {
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
    let isHalf = symbols == .half
    switch depth {
    case .indexed256: #expect(mean <= (isHalf ? 4 : 2))
    case .ansi16: #expect(mean <= (isHalf ? 8 : 5))
    default: #expect(mean <= (isHalf ? 9 : 6))
    }
    #expect((deviations.max() ?? 0) <= (depth == .indexed256 ? isHalf ? 16 : 10 : isHalf ? 36 : 27))
  }

  @Test(arguments: [ColorDepth.indexed256, .ansi16], blocks)
  func `a picture nearly keeps its mean color`(depth: ColorDepth, symbols: SymbolSet) {
    let block = symbols.pixelsPerCell
    let size = PixelSize(width: 40 * block.width, height: 40 * block.height)
    var random = SeededRandom(seed: 49)
    for _ in 0..<10 {
      // A slope between two colors, with noise.
      let ends = (0..<6).map { _ in Double.random(in: 40...170, using: &random) }
      let pixels = (0..<size.area).map { index in
        let across = Double(index % size.width) / Double(size.width)
        return (0..<3).reduce(UInt32(0xFF)) { word, channel in
          let value = ends[channel] * across + ends[channel + 3] * (1 - across)
          return word << 8 | UInt32(value + Double.random(in: -20...20, using: &random))
        }
      }
      let image = CellImage(
        PixelImage(size: size, pixels: pixels), symbols: symbols, colors: depth,
        background: Color(rawValue: 0))
      let shown = ShownPixels(image, of: symbols).mean
      for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
        let mean = pixels.reduce(0) { $0 + Double($1 >> shift & 255) } / Double(size.area)
        let most = depth == .indexed256 ? 6.0 : 10
        #expect(abs(shown[channel] - mean) <= (symbols == .half ? 17 : most))
      }
    }
  }

  @Test(arguments: depths, blocks)
  func `a gray picture stays gray`(depth: ColorDepth, symbols: SymbolSet) {
    let block = symbols.pixelsPerCell
    let size = PixelSize(width: 60 * block.width, height: 30 * block.height)
    var random = SeededRandom(seed: 50)
    let pixels = (0..<size.area).map { index in
      let slope = 255 * (index % size.width) / size.width
      let gray = min(255, max(0, slope + Int.random(in: -12...12, using: &random)))
      return 0xFF00_0000 | UInt32(gray) * 0x010101
    }
    let image = CellImage(
      PixelImage(size: size, pixels: pixels), symbols: symbols, colors: depth,
      background: Color(rawValue: 0))
    for cell in image.cells {
      for color in [cell.foreground, cell.background] {
        #expect(color.red == color.green && color.green == color.blue)
      }
    }
  }

  @Test(arguments: depths)
  func `the mixture for a color is nearly the best of all`(depth: ColorDepth) throws {
    let space = try #require(PaletteSpace.of(depth))
    var random = SeededRandom(seed: 51)
    var (found, least) = (Float(0), Float(0))
    for _ in 0..<20 {
      let goal = PaletteSpace.point(
        Color(rawValue: UInt32.random(in: 0...0xFF_FFFF, using: &random)))
      var best = Float.infinity
      for (index, first) in space.points.enumerated() {
        for second in space.points.dropFirst(index + 1) {
          for share in [Float(0.25), 0.5, 0.75] {
            let mean = second + share * (first - second)
            let harshness = NearMixtures.harshness(of: first, second, share: share)
            best = min(best, (mean - goal).squaredLength + harshness)
          }
        }
      }
      least += best
      found += space.bestMixture(for: goal).error
    }
    #expect(found >= least * 0.99)
    #expect(found <= least * 1.5)
  }

  @Test(arguments: blocks)
  func `without colors nearly as many pixels are lit as the picture is bright`(symbols: SymbolSet) {
    let block = symbols.pixelsPerCell
    let size = PixelSize(width: 8 * block.width, height: 8 * block.height)
    for gray in stride(from: UInt32(0), through: 255, by: 15) {
      let picture = PixelImage(size: size, filledWith: 0xFF00_0000 | gray * 0x010101)
      let image = CellImage(
        picture, symbols: symbols, colors: .mono, background: .terminalDefault)
      let lit = image.cells.reduce(0) { $0 + ShownPixels.share(of: $1.scalar, in: block) }
      let share = lit / Double(image.size.area)
      #expect(abs(share - Double(gray) / 255) <= 1.0 / 16, "\(gray)")
    }
  }
}
