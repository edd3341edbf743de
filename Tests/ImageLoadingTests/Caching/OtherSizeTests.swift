import ImageDecoding
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Pictures of one URL that stand in for each other.
@Suite struct OtherSizeTests {
  private let surroundings = CacheSurroundings()

  /// A picture of 1000x500 that was fitted to a square.
  private func copy(_ side: Int, _ pixel: UInt32 = 7) -> PixelImage {
    PixelImage(size: PixelSize(width: side, height: side / 2), filledWith: pixel)
  }

  private func cache(holding sides: Int...) throws -> ImageCache {
    let cache = surroundings.cache(costLimitBytes: 1 << 20)
    for side in sides { cache.insert(copy(side), for: try request("a", side: side)) }
    return cache
  }

  @Test(arguments: [(10, 20), (20, 20), (30, 40), (80, 80), (81, 80), (1_000, 80)])
  func `it is the smallest that has enough pixels, else the largest`(
    wanted: Int, found: Int
  ) throws {
    let cache = try cache(holding: 40, 80, 20)
    let preview = try #require(cache.preview(for: try request("a", side: wanted)))
    #expect(preview.image.size.width == found)
    #expect(preview.size == PixelSize(width: wanted, height: (wanted + 1) / 2))
    #expect(preview.isWhole)
  }

  @Test func `nothing is found for another URL, nor where no cache is to answer`() throws {
    let cache = try cache(holding: 40)
    #expect(cache.preview(for: try request("b", side: 80)) == nil)
    var reload = try request("a", side: 80)
    reload.cachePolicy = .reload
    #expect(cache.preview(for: reload) == nil)
  }

  @Test func `a picture with another content mode is another picture`() throws {
    let cache = try cache(holding: 40)
    var fill = try request("a", side: 80)
    fill.contentMode = .fill
    #expect(cache.preview(for: fill) == nil)
  }

  @Test func `a picture in another turn is another picture`() throws {
    let cache = try cache(holding: 40)
    var turned = try request("a", side: 40)
    turned.target.turn = .halfTurn
    #expect(cache.image(for: turned) == nil && cache.preview(for: turned) == nil)
    cache.insert(copy(40), for: turned)
    turned.targetSize = PixelSize(width: 80, height: 80)
    #expect(cache.preview(for: turned) != nil)
  }

  @Test func `a picture that was not shrunk is not enlarged either`() throws {
    let cache = surroundings.cache()
    cache.insert(copy(16), for: try request("icon", side: 40))
    let preview = try #require(cache.preview(for: try request("icon", side: 80)))
    #expect(preview.size == PixelSize(width: 16, height: 8))
  }

  @Test(arguments: [(1, 2), (2, 1), (3, 4)])
  func `pixels of another shape keep the picture's shape`(width: Int, height: Int) throws {
    let cache = try cache(holding: 40)
    var other = try request("a", side: 240)
    other.pixelAspect = PixelAspect(width: width, height: height)
    let preview = try #require(cache.preview(for: other))
    // As the decoder would fit the picture itself.
    let whole = Framing(PixelSize(width: 1_000, height: 500), in: other.target).result
    #expect(abs(preview.size.width - whole.width) <= 1)
    #expect(abs(preview.size.height - whole.height) <= 1)
    #expect(preview.image == copy(40))
  }

  @Test func `processors that change pixels do not stand in for others, those that add do`() throws
  {
    let cache = surroundings.cache()
    cache.insert(copy(20), for: try request("a", side: 20, processors: ["blur"]))
    #expect(cache.preview(for: try request("a", side: 40)) == nil)
    #expect(cache.preview(for: try request("a", side: 40, processors: ["sepia"])) == nil)
    #expect(cache.preview(for: try request("a", side: 40, processors: ["blur"])) != nil)
    var cells = try request("a", side: 30)
    cells.processors = [Adding(identifier: "cells")]
    cache.insert(copy(30), for: cells)
    var other = try request("a", side: 40)
    other.processors = [Adding(identifier: "graphics")]
    for wanted in [
      other, try request("a", side: 40), try request("a", side: 40, processors: ["sepia"]),
    ] {
      #expect(cache.preview(for: wanted)?.image.size.width == 30)
    }
  }

  @Test func `finding one is no use of it`() throws {
    let cache = surroundings.cache(costLimitBytes: 10_000)
    for name in 0..<10 { cache.insert(for: try request("\(name)")) }
    #expect(cache.preview(for: try request("0", side: 9)) != nil)
    cache.insert(for: try request("10"))
    #expect(cache.preview(for: try request("0", side: 9)) == nil)
  }

  @Test(arguments: 1...6) func `the index has what the cache has, whatever is dropped`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    let cache = surroundings.cache(costLimitBytes: 20_000)
    for _ in 0..<600 {
      let size = try request(
        "\(Int.random(in: 0..<5, using: &random))", side: .random(in: 1...9, using: &random))
      switch Int.random(in: 0..<12, using: &random) {
      case 0: cache.remove(size)
      case 1: cache.costLimitBytes = Int.random(in: 10_000...30_000, using: &random)
      case 2: cache.removeAll()
      case 3: _ = cache.image(for: size)
      default:
        let image = PixelImage(size: size.targetSize, filledWith: 1)
        cache.insert(image, for: size, isSpeculative: .random(using: &random))
      }
      #expect(cache.indexedCount == cache.count)
      for name in 0..<5 {
        let sides = try (1...9).filter { cache.contains(try request("\(name)", side: $0)) }
        let preview = cache.preview(for: try request("\(name)", side: 5))
        #expect(preview?.image.size.width == (sides.first { $0 >= 5 } ?? sides.last))
      }
    }
  }
}

/// Leaves the pixels alone.
private struct Adding: ImageProcessing {
  let identifier: String
  var changesPixels: Bool { false }

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage { image }
}
