import ImageLoading
import Raster
import TestSupport
import Testing

@testable import GalleryApp

@Suite struct PictureMemoryTests {
  private static let kitty = Rendition.Method.kitty(cell: PixelSize(width: 10, height: 20))
  private static let sixel = Rendition.Method.sixel(cell: PixelSize(width: 10, height: 20))

  private static let screen = CellSize(columns: 128, rows: 40)

  @Test func `eight pages of a large terminal fit, up to the usual limit`() {
    let cache = ImageCache(costLimitBytes: 256 << 20)
    let memory = PictureMemory(cache, isFixed: false)
    let limits = [(128, 40), (256, 72), (512, 108)].map { columns, rows in
      memory.fit(Self.kitty, on: CellSize(columns: columns, rows: rows))
      return cache.costLimitBytes
    }
    #expect(limits == [56 << 20, 8 * 4 * 2560 * 1440, 256 << 20])
  }

  @Test func `it is smaller while the terminal keeps pictures`() {
    let cache = ImageCache(costLimitBytes: 256 << 20)
    let memory = PictureMemory(cache, isFixed: false)
    let limits = [Self.kitty, nil, Self.kitty, Self.sixel].map { method in
      memory.fit(method, on: Self.screen)
      #expect(memory.unseenBytes == cache.costLimitBytes / 4)
      return cache.costLimitBytes >> 20
    }
    #expect(limits == [56, 256, 56, 256])
  }

  @Test(arguments: [(256 << 20, true), (1 << 20, false)])
  func `a wish stays, and so does a smaller limit`(bytes: Int, isFixed: Bool) {
    let cache = ImageCache(costLimitBytes: bytes)
    PictureMemory(cache, isFixed: isFixed).fit(Self.kitty, on: Self.screen)
    #expect(cache.costLimitBytes == bytes)
  }

  private static func picture(_ seed: UInt64) -> PixelImage {
    var random = SeededRandom(seed: seed)
    return PixelImage(
      size: PixelSize(width: 20, height: 20),
      pixels: (0..<400).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 })
  }

  private static func id(_ picture: PixelImage, _ method: Rendition.Method) -> UInt32? {
    guard case .graphic(let graphic) = picture.rendered(as: Rendition(method)).rendering else {
      return nil
    }
    return graphic.id
  }

  @Test func `a picture that is decoded again is the same graphic, and another is not`() throws {
    let first = try #require(Self.id(Self.picture(1), Self.kitty))
    #expect(Self.id(Self.picture(1), Self.kitty) == first)
    #expect(Self.id(Self.picture(2), Self.kitty) != first)
    #expect(Self.id(Self.picture(1), Self.sixel) != first)
    let larger = Rendition.Method.kitty(cell: PixelSize(width: 11, height: 20))
    #expect(Self.id(Self.picture(1), larger) != first)
  }

  @Test func `ids are from 1 on, and forgotten when there are too many`() {
    var ids = GraphicIDs()
    for digest in 0..<GraphicIDs.mostDigests {
      #expect(ids.id(of: digest) == UInt32(digest + 1))
    }
    #expect(ids.id(of: 0) == 1)
    #expect(ids.id(of: -1) == UInt32(GraphicIDs.mostDigests + 1))
    #expect(ids.id(of: 0) == UInt32(GraphicIDs.mostDigests + 2))
  }
}
