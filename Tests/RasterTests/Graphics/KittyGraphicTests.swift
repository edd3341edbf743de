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
    guard case .kitty(let whole, let text) = graphic.payload else {
      Issue.record("another payload")
      return
    }
    #expect(whole.width == graphic.size.columns * cell.width)
    #expect(whole.height == graphic.size.rows * cell.height)
    #expect(whole.width - size.width < cell.width && whole.height - size.height < cell.height)
    let pixels = Self.decode(text)
    #expect(pixels.count == whole.area)
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

  @Test func `its cost is that of its text and its fallback`() {
    let picture = PixelImage(size: PixelSize(width: 20, height: 40), filledWith: 0xFF00_0000)
    let graphic = Graphic.kitty(
      of: picture, id: 1, cell: PixelSize(width: 10, height: 20),
      background: Color(rawValue: 0))
    #expect(graphic.size == CellSize(columns: 2, rows: 2))
    #expect(graphic.costBytes == 4 * 800 + 4 * 16)
  }
}
