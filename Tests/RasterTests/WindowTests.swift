import TestSupport
import Testing

@testable import Raster

@Suite struct WindowTests {
  /// A picture in which every pixel is different.
  private func numbered(_ width: Int, _ height: Int) -> PixelImage {
    let size = PixelSize(width: width, height: height)
    return PixelImage(size: size, pixels: (0..<size.area).map { 0xFF00_0000 | UInt32($0) })
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, size: PixelSize(width: width, height: height))
  }

  @Test func `at the picture's own size a window is a part of it`() throws {
    let image = numbered(5, 4)
    let part = try #require(image.shown(in: rect(1, 2, 3, 2), ofSize: image.size))
    #expect(part.pixels.map { $0 & 0xFF } == [11, 12, 13, 16, 17, 18])
  }

  @Test func `a window over the edge shows the part inside, and beyond it nothing`() throws {
    let image = numbered(5, 4)
    let part = try #require(image.shown(in: rect(-2, 3, 4, 9), ofSize: image.size))
    #expect(part.size == PixelSize(width: 2, height: 1))
    #expect(image.shown(in: rect(5, 0, 4, 4), ofSize: image.size) == nil)
    #expect(image.shown(in: rect(0, 0, 0, 4), ofSize: image.size) == nil)
  }

  @Test func `enlarged, each pixel is the nearest one`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      let image = numbered(.random(in: 1...9, using: &random), .random(in: 1...9, using: &random))
      let whole = PixelSize(
        width: image.size.width * .random(in: 1...5, using: &random),
        height: image.size.height * .random(in: 1...5, using: &random))
      let window = rect(
        .random(in: 0..<whole.width, using: &random), .random(in: 0..<whole.height, using: &random),
        .random(in: 1...20, using: &random), .random(in: 1...20, using: &random))
      let part = image.shown(in: window, ofSize: whole)
      for y in 0..<(part?.size.height ?? 0) {
        for x in 0..<(part?.size.width ?? 0) {
          let column = (window.x + x) * image.size.width / whole.width
          let row = (window.y + y) * image.size.height / whole.height
          #expect(
            part?.pixels[y * (part?.size.width ?? 0) + x]
              == image.pixels[row * image.size.width + column])
        }
      }
      #expect(part != nil)
    }
  }

  @Test func `shrunk, pixels are averaged`() throws {
    let size = PixelSize(width: 4, height: 4)
    let stripes = PixelImage(
      size: size, pixels: (0..<16).map { $0 % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF })
    let half = PixelSize(width: 2, height: 2)
    let part = try #require(stripes.shown(in: rect(0, 0, 2, 2), ofSize: half))
    // Half the light of white.
    #expect(Set(part.pixels) == [0xFFBC_BCBC])
  }

  @Test func `drawing scaled shows what a window shows`() throws {
    var random = SeededRandom(seed: 8)
    for _ in 0..<100 {
      let image = numbered(.random(in: 1...9, using: &random), .random(in: 1...9, using: &random))
      let whole = PixelSize(
        width: .random(in: 1...40, using: &random), height: 2 * .random(in: 1...12, using: &random))
      let point = CellPoint(
        column: .random(in: -20...10, using: &random), row: .random(in: -6...4, using: &random))
      var surface = Surface(size: CellSize(columns: 12, rows: 6))
      surface.draw(
        image, scaledTo: whole, at: point, background: .terminalDefault, clip: surface.bounds)
      for row in 0..<6 {
        for column in 0..<12 {
          let x = column - point.column
          let y = (row - point.row) * 2
          guard 0..<whole.width ~= x, 0..<whole.height ~= y else {
            #expect(surface[column, row] == .blank)
            continue
          }
          func source(_ y: Int) -> Color {
            let pixel = image.pixels[
              y * image.size.height / whole.height * image.size.width
                + x * image.size.width / whole.width]
            return Color(rawValue: pixel & 0xFF_FFFF)
          }
          #expect(surface[column, row] == Cell(upper: source(y), lower: source(y + 1)))
        }
      }
    }
  }
}
