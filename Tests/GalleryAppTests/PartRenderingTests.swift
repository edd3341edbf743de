import GalleryItems
import Raster
import Testing

@testable import GalleryApp
@testable import GalleryCore

@Suite struct PartRenderingTests {
  private static let kitty = Rendition(.kitty(cell: PixelSize(width: 10, height: 20)))
  private static let whole = PixelSize(width: 1_005, height: 670)

  /// The pixels that are sent of a picture of 300x200, enlarged to the whole of a screen.
  private func sentPixels(
    x: Int = 0, _ enlargement: Enlargement = .smooth, size: PixelSize = whole
  ) -> (pixels: PixelSize, cells: CellSize)? {
    let key = RenderKey(
      item: 1, turn: .upright, version: 1, whole: size,
      window: PixelRect(x: x, y: 0, size: PixelSize(width: 1_100, height: 700)),
      enlargement: enlargement, rendition: Self.kitty)
    let image = PixelImage(size: PixelSize(width: 300, height: 200), filledWith: 0xFF12_3456)
    guard case .graphic(let graphic) = RenderRequest(key: key, image: image).rendering,
      case .kitty(let pixels) = graphic.payload
    else { return nil }
    return (pixels.size, graphic.size)
  }

  @Test func `kitty enlarges a whole picture itself`() throws {
    let sent = try #require(sentPixels())
    #expect(sent.pixels == PixelSize(width: 300, height: 200))
    #expect(sent.cells == CellSize(columns: 101, rows: 34))
  }

  @Test func `parts, pixel art and pictures of the right size are sent as they are shown`() throws {
    for sent in [sentPixels(x: 10), sentPixels(.blocks)] {
      #expect(try #require(sent).pixels.width > 300)
    }
    let small = try #require(sentPixels(size: PixelSize(width: 300, height: 200)))
    #expect(small.pixels == PixelSize(width: 300, height: 200))
    #expect(small.cells == CellSize(columns: 30, rows: 10))
  }
}
