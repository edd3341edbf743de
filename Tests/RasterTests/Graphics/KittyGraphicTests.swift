import TestSupport
import Testing

@testable import Raster

@Suite struct KittyGraphicTests {
  /// A plain reading of RFC 4648.
  private static func decode(_ text: [UInt8]) -> [UInt32] {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return stride(from: 0, to: text.count, by: 4).map { start in
      text[start..<start + 4].reduce(0) { sum, character in
        sum << 6 | UInt32(alphabet.firstIndex(of: character) ?? 1 << 24)
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the pixels are those of the picture over the background, to the end of the last cell`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    let cell = PixelSize(
      width: .random(in: 1...12, using: &random), height: .random(in: 2...25, using: &random))
    let size = PixelSize(
      width: .random(in: 1...60, using: &random), height: .random(in: 1...60, using: &random))
    let paper = Color(rawValue: 0x12_34_56)
    let picture = PictureSamples.noise(size, seed: seed)
    let graphic = Graphic.kitty(of: picture, id: 7, cell: cell, background: paper)
    guard case .kitty(let shown) = graphic.payload else {
      Issue.record("another payload")
      return
    }
    let whole = shown.size
    #expect(whole.width == graphic.size.columns * cell.width)
    #expect(whole.height == graphic.size.rows * cell.height)
    #expect(whole.width - size.width < cell.width && whole.height - size.height < cell.height)
    let pixels = Self.decode(Self.text(of: shown, 0..<whole.area))
    #expect(pixels.count == whole.area)
    let rgb = [UInt8](unsafeUninitializedCapacity: shown.rgbBytes) { bytes, count in
      if let start = bytes.baseAddress { shown.writeRGB(to: start) }
      count = shown.rgbBytes
    }
    let bytes = pixels.flatMap { pixel in [16, 8, 0].map { UInt8(pixel >> $0 & 0xFF) } }
    #expect(rgb == bytes)
    for (index, pixel) in pixels.enumerated() {
      let (x, y) = (index % whole.width, index / whole.width)
      let isInside = x < size.width && y < size.height
      let wanted = isInside ? paper.under(picture.pixels[y * size.width + x]) : paper
      guard pixel == wanted.rawValue else {
        Issue.record("at \(x),\(y): \(pixel) for \(wanted)")
        return
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `parts of the text are those of the whole, wherever it is cut`(seed: UInt64) {
    var random = SeededRandom(seed: seed + 40)
    let size = PixelSize(
      width: .random(in: 1...30, using: &random), height: .random(in: 1...30, using: &random))
    let picture = PictureSamples.noise(size, seed: seed)
    let graphic = Graphic.kitty(
      of: picture, id: 7, cell: PixelSize(width: 7, height: 11), background: Color(rawValue: 99))
    guard case .kitty(let shown) = graphic.payload else {
      Issue.record("another payload")
      return
    }
    let whole = Self.text(of: shown, 0..<shown.size.area)
    var parts: [UInt8] = []
    var start = 0
    while start < shown.size.area {
      let end = min(shown.size.area, start + .random(in: 1...60, using: &random))
      parts += Self.text(of: shown, start..<end)
      start = end
    }
    #expect(parts == whole)
  }

  @Test func `deflated bytes are sent in place of the pixels, and cost memory`() {
    let picture = PictureSamples.noise(PixelSize(width: 20, height: 40), seed: 1)
    var given: [UInt8] = []
    let deflated = (0..<100).map { UInt8($0) }
    let graphic = Graphic.kitty(
      of: picture, id: 1, cell: PixelSize(width: 10, height: 20), background: Color(rawValue: 0)
    ) {
      given = Array($0)
      return deflated
    }
    guard case .kitty(let shown) = graphic.payload else {
      Issue.record("another payload")
      return
    }
    #expect(given.count == 3 * 800 && shown.deflated == deflated && shown.textBytes == 136)
    #expect(graphic.costBytes == 100 + 4 * 16)
    var parts: [UInt8] = []
    for start in stride(from: 0, to: 136, by: 24) {
      let range = start..<min(start + 24, 136)
      parts += [UInt8](unsafeUninitializedCapacity: 24) { text, count in
        if let start = text.baseAddress { shown.writeText(range, to: start) }
        count = range.count
      }
    }
    #expect(parts == Base64.text(of: deflated))
  }

  @Test func `bytes that compression refuses are sent as they are`() {
    let picture = PictureSamples.noise(PixelSize(width: 20, height: 40), seed: 1)
    let graphic = Graphic.kitty(
      of: picture, id: 1, cell: PixelSize(width: 10, height: 20), background: Color(rawValue: 0),
      deflate: { _ in nil })
    guard case .kitty(let shown) = graphic.payload else {
      Issue.record("another payload")
      return
    }
    #expect(shown.deflated == nil && shown.textBytes == 4 * 800)
  }

  private static func text(of pixels: GraphicPixels, _ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4 * range.count) { text, count in
      if let start = text.baseAddress {
        pixels.writeText(4 * range.lowerBound..<4 * range.upperBound, to: start)
      }
      count = 4 * range.count
    }
  }

  @Test func `its cost is that of its fallback, because its pixels are the picture's`() {
    let picture = PixelImage(size: PixelSize(width: 20, height: 40), filledWith: 0xFF00_0000)
    let graphic = Graphic.kitty(
      of: picture, id: 1, cell: PixelSize(width: 10, height: 20),
      background: Color(rawValue: 0))
    #expect(graphic.size == CellSize(columns: 2, rows: 2))
    #expect(graphic.costBytes == 4 * 16)
    guard case .kitty(let shown) = graphic.payload else {
      Issue.record("another payload")
      return
    }
    let isShared = shown.image.pixels.span.isIdentical(to: picture.pixels.span)
    #expect(isShared)
  }

  @Test
  func `a picture that the terminal stretches has its own pixels, and a fallback for all cells`() {
    let picture = PictureSamples.noise(PixelSize(width: 30, height: 20), seed: 1)
    let cells = CellSize(columns: 60, rows: 20)
    let graphic = Graphic.kitty(
      stretching: picture, over: cells, id: 7, background: Color(rawValue: 0x12_34_56))
    guard case .kitty(let shown) = graphic.payload else {
      Issue.record("not a graphic for kitty")
      return
    }
    #expect(shown.size == picture.size && shown.cells == cells)
    #expect(shown.rgbBytes == 3 * 30 * 20)
    #expect(graphic.size == cells && graphic.fallback.size == cells)
  }
}
