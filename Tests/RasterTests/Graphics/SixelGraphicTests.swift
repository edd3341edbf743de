import TestSupport
import Testing

@testable import Raster

@Suite struct SixelGraphicTests {
  private static let paper = Color(rawValue: 0x33_66_99)

  private static func strips(_ graphic: Graphic) -> [[UInt8]] {
    guard case .sixel(let strips) = graphic.payload else { return [] }
    return strips.rows
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a strip for each row of cells has all its pixels, each within a level of the picture`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    let cell = PixelSize(
      width: .random(in: 1...12, using: &random), height: .random(in: 2...25, using: &random))
    let size = PixelSize(
      width: .random(in: 1...60, using: &random), height: .random(in: 1...60, using: &random))
    let picture = PictureSamples.noise(size, seed: seed)
    let graphic = Graphic.sixel(of: picture, id: 1, cell: cell, background: Self.paper)
    #expect(graphic.size.columns == (size.width + cell.width - 1) / cell.width)
    #expect(graphic.size.rows == (size.height + cell.height - 1) / cell.height)
    #expect(Self.strips(graphic).count == graphic.size.rows)
    for (row, strip) in Self.strips(graphic).enumerated() {
      let decoded = SixelDecoder(strip)
      let top = row * cell.height
      #expect(decoded.complaints == [] && decoded.width == size.width)
      #expect(decoded.height == min(cell.height, size.height - top))
      for (index, pixel) in decoded.pixels.enumerated() {
        let wanted = Self.paper.under(picture.pixels[top * size.width + index]).rawValue
        guard let pixel, Self.distance(pixel, wanted) <= 51 else {
          Issue.record("\(index) of \(row): \(String(describing: pixel)) for \(wanted)")
          return
        }
      }
    }
  }

  @Test func `the cells show through where a picture does not fill them`() {
    func unfilled(_ width: Int, _ height: Int) -> [Range<Int>] {
      let graphic = Graphic.sixel(
        of: PictureSamples.noise(PixelSize(width: width, height: height), seed: 1), id: 1,
        cell: PixelSize(width: 10, height: 20), background: Self.paper)
      guard case .sixel(let strips) = graphic.payload else { return [] }
      return strips.rows.indices.map(strips.unfilledColumns)
    }
    #expect(unfilled(30, 40) == [3..<3, 3..<3])
    #expect(unfilled(31, 40) == [3..<4, 3..<4])
    #expect(unfilled(39, 41) == [3..<4, 3..<4, 0..<4])
    #expect(unfilled(30, 39) == [3..<3, 0..<3])
  }

  @Test func `neighboring places even out the error of a level`() {
    let picture = PixelImage(size: PixelSize(width: 32, height: 32), filledWith: 0xFF80_20F0)
    let graphic = Graphic.sixel(
      of: picture, id: 1, cell: PixelSize(width: 8, height: 16), background: Self.paper)
    var sums = [0, 0, 0]
    for strip in Self.strips(graphic) {
      for pixel in SixelDecoder(strip).pixels.compactMap({ $0 }) {
        for channel in 0..<3 { sums[channel] += Int(pixel >> (16 - 8 * channel) & 255) }
      }
    }
    for (sum, wanted) in zip(sums, [0x80, 0x20, 0xF0]) {
      #expect(abs(sum / 1024 - wanted) <= 2)
    }
  }

  @Test func `runs are counted, and only colors that occur are defined`() {
    let picture = PixelImage(size: PixelSize(width: 300, height: 7), filledWith: 0xFFFF_0000)
    let graphic = Graphic.sixel(
      of: picture, id: 1, cell: PixelSize(width: 10, height: 7), background: Self.paper)
    let text = Self.strips(graphic).map { String(decoding: $0, as: UTF8.self) }
    #expect(text == ["\"1;1;300;7#180;2;100;0;0#180!300~-#180!300@"])
    #expect(graphic.costBytes == text[0].utf8.count + graphic.fallback.costBytes)
  }

  @Test func `the fallback is the picture in half blocks`() {
    var pixels = [UInt32](repeating: 0xFF00_0000, count: 64)
    for index in 0..<32 { pixels[index] = 0xFFFF_FFFF }
    let picture = PixelImage(size: PixelSize(width: 8, height: 8), pixels: pixels)
    let graphic = Graphic.sixel(
      of: picture, id: 1, cell: PixelSize(width: 4, height: 8), background: Self.paper)
    let half = Cell(upper: Color(rawValue: 0xFF_FFFF), lower: Color(rawValue: 0))
    #expect(graphic.fallback.cells == [half, half])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `some columns of a strip are those of the whole strip, in no more bytes`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let cell = PixelSize(
      width: .random(in: 1...12, using: &random), height: .random(in: 2...25, using: &random))
    let size = PixelSize(width: .random(in: 1...90, using: &random), height: cell.height)
    // Broad stripes make runs, noise makes none.
    let picture =
      seed % 2 == 0
      ? PictureSamples.noise(size, seed: seed)
      : PixelImage(
        size: size,
        pixels: (0..<size.area).map { $0 % size.width / 17 % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 })
    let graphic = Graphic.sixel(of: picture, id: 1, cell: cell, background: Self.paper)
    let strip = Self.strips(graphic)[0]
    let whole = SixelDecoder(strip)
    let first = Int.random(in: 0..<graphic.size.columns, using: &random)
    let columns = first..<Int.random(in: first + 1...graphic.size.columns, using: &random)
    let clip = [UInt8](unsafeUninitializedCapacity: strip.count) { text, count in
      guard let start = text.baseAddress else { return }
      count = graphic.writeSixels(ofRow: 0, columns: columns, to: start)
    }
    let part = SixelDecoder(clip)
    #expect(part.complaints == [] && clip.count <= strip.count)
    let start = columns.lowerBound * cell.width
    #expect(part.width == min(columns.upperBound * cell.width, size.width) - start)
    #expect(part.height == cell.height)
    let wanted = (0..<part.width * part.height).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: part.width)
      return whole.pixels[y * whole.width + start + x]
    }
    #expect(part.pixels == wanted)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the first rows as one image have the pixels of their strips`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let cell = PixelSize(
      width: .random(in: 1...12, using: &random), height: .random(in: 2...25, using: &random))
    let size = PixelSize(
      width: .random(in: 1...60, using: &random),
      height: .random(in: cell.height + 1...5 * cell.height, using: &random))
    let graphic = Graphic.sixel(
      of: PictureSamples.noise(size, seed: seed), id: 1, cell: cell, background: Self.paper,
      registers: .own(64), isWhole: true)
    guard case .sixel(let strips) = graphic.payload, let whole = strips.whole else {
      Issue.record("no whole picture")
      return
    }
    for rows in 1...graphic.size.rows {
      let text = [UInt8](unsafeUninitializedCapacity: whole.count) { text, count in
        guard let start = text.baseAddress else { return }
        count = graphic.writeSixels(ofFirst: rows, to: start)
      }
      let image = SixelDecoder(text)
      #expect(image.complaints == [] && text.count <= whole.count)
      #expect(image.width == size.width && image.height == min(rows * cell.height, size.height))
      #expect(image.pixels == strips.rows[..<rows].flatMap { SixelDecoder($0).pixels })
    }
  }

  @Test func `a picture is one image too only if that is asked for, and no larger than a VT340`() {
    func hasWhole(_ width: Int, _ height: Int, isWhole: Bool = true) -> Bool {
      let graphic = Graphic.sixel(
        of: PixelImage(size: PixelSize(width: width, height: height), filledWith: 0xFF00_0000),
        id: 1, cell: PixelSize(width: 10, height: 20), background: Self.paper, isWhole: isWhole)
      guard case .sixel(let strips) = graphic.payload else { return false }
      return strips.whole != nil
    }
    #expect(hasWhole(800, 480) && hasWhole(10, 21))
    #expect(!hasWhole(801, 480) && !hasWhole(800, 481) && !hasWhole(10, 20))
    #expect(!hasWhole(800, 480, isWhole: false))
  }

  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }
}
