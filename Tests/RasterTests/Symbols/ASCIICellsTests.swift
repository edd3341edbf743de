import TestSupport
import Testing

@testable import Raster

@Suite struct ASCIICellsTests {
  @Test(arguments: ColorDepth.allCases)
  func `every glyph is a printable character of ASCII`(colors: ColorDepth) {
    var random = SeededRandom(seed: 51)
    let picture = SamplePictures.random(PixelSize(width: 80, height: 80), using: &random)
    let image = CellImage(picture, symbols: .ascii, colors: colors, background: .terminalDefault)
    #expect(image.cells.allSatisfy { (0x20..<0x7F).contains($0.glyph) })
    #expect(Set(image.cells.map(\.glyph)).count > 10)
  }

  @Test func `each character has a shape of its own`() {
    let shapes = ASCIIShapes.all
    #expect(shapes.map(\.glyph) == Array(0x21...0x7E))
    #expect(shapes.allSatisfy { $0.parts.count == 8 && ($0.parts.max() ?? 0) > 0 })
  }

  @Test func `hardly any character shows more of a cell whose colors are on a line`() {
    var random = SeededRandom(seed: 52)
    for _ in 0..<200 {
      let ends = SamplePictures.random(PixelSize(width: 2, height: 1), using: &random).pixels
      let pixels = (0..<8).map { _ in
        let share = UInt32.random(in: 0...255, using: &random)
        return [16, 8, 0].reduce(UInt32(0xFF)) { pixel, shift in
          let (first, second) = (ends[0] >> UInt32(shift) & 255, ends[1] >> UInt32(shift) & 255)
          return pixel << 8 | (first * share + second * (255 - share)) / 255
        }
      }
      let picture = PixelImage(size: PixelSize(width: 2, height: 4), pixels: pixels)
      let image = CellImage(picture, symbols: .ascii, background: Color(rawValue: 0))
      let errors = Dictionary(
        uniqueKeysWithValues: ASCIIShapes.all.map { ($0.glyph, Self.error(picture, $0.parts)) })
      let (least, most) = (errors.values.min() ?? 0, errors.values.max() ?? 0)
      #expect((errors[image.cells[0].glyph] ?? .infinity) <= least + 0.04 * most + 1)
    }
  }

  /// The error that is left when a line through a shape's parts is fitted to each channel.
  private static func error(_ picture: PixelImage, _ parts: [Float]) -> Double {
    let shape = parts.map(Double.init)
    let mean = shape.reduce(0, +) / 8
    return [16, 8, 0].reduce(0) { sum, shift in
      let values = picture.pixels.map { Double($0 >> UInt32(shift) & 255) }
      let middle = values.reduce(0, +) / 8
      let covariance = zip(values, shape).reduce(0) { $0 + ($1.0 - middle) * ($1.1 - mean) }
      let variance = shape.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let total = values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
      return sum + total - covariance * covariance / variance
    }
  }

  @Test func `without colors black is blank, and more light is more ink`() {
    let ink = Dictionary(
      uniqueKeysWithValues: ASCIIShapes.all.map { ($0.glyph, $0.parts.reduce(0, +)) })
    var former: Float = 0
    for gray in stride(from: UInt32(0), through: 255, by: 51) {
      let picture = PixelImage(
        size: PixelSize(width: 16, height: 32), filledWith: 0xFF00_0000 | gray * 0x010101)
      let image = CellImage(
        picture, symbols: .ascii, colors: .mono, background: .terminalDefault)
      let total = image.cells.reduce(Float(0)) { $0 + (ink[$1.glyph] ?? 0) }
      #expect(gray == 0 ? total == 0 : total > former * 1.1)
      former = total
    }
  }

  @Test func `an edge is a character of its shape`() {
    // A picture that is bright at the bottom only.
    let picture = PixelImage(
      size: PixelSize(width: 2, height: 4),
      pixels: [0, 0, 0, 0, 0, 0, 0xFFFFFF, 0xFFFFFF].map { 0xFF00_0000 | $0 })
    for colors in [ColorDepth.trueColor, .mono] {
      let image = CellImage(picture, symbols: .ascii, colors: colors, background: .terminalDefault)
      #expect(image.cells.map(\.scalar) == ["_"])
    }
  }
}
