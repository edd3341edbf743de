import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct CachingDecoderTests {
  private let folder: TemporaryFolder
  private let flat = FlatDecoder()
  private let cache: DataCache
  private let size = PixelSize(width: 20, height: 10)
  private let large = Data(repeating: 7, count: CachingDecoder.minimumBytes)

  init() throws {
    folder = try TemporaryFolder()
    cache = DataCache(folder: folder.url.path + "/cache")
  }

  private func decode(
    _ bytes: Data, _ size: PixelSize, _ mode: ContentMode = .fit,
    pixelAspect: PixelAspect = .square, turn: Orientation = .upright, maxPixels: Int = 1 << 20
  ) throws -> PixelImage {
    let decoder = CachingDecoder(decoder: flat, cache: cache)
    var target = ImageTarget(size: size, contentMode: mode, pixelAspect: pixelAspect)
    target.turn = turn
    return try bytes.withUnsafeBytes {
      try decoder.decode(
        $0, target: target, limits: DecodeLimits(maxPixels: maxPixels), isCancelled: { false })
    }
  }

  @Test func `a large file is decoded once for a size`() throws {
    let first = try decode(large, size)
    cache.flush()
    #expect(try decode(large, size) == first)
    #expect(first.size == size && flat.targets.count == 1)
  }

  @Test func `other bytes, sizes, modes, shapes and limits are decoded for themselves`() throws {
    _ = try decode(large, size)
    _ = try decode(large + [1], size)
    _ = try decode(large, PixelSize(width: 10, height: 20))
    _ = try decode(large, size, .fill)
    _ = try decode(large, size, pixelAspect: PixelAspect(width: 1, height: 2))
    _ = try decode(large, size, maxPixels: 1_000)
    #expect(flat.targets.count == 6)
  }

  @Test func `a size is decoded upright once for all its turns`() throws {
    let upright = try decode(large, size)
    cache.flush()
    for turn in Orientation.allCases {
      let turned = try decode(large, size.oriented(by: turn), turn: turn)
      #expect(turned == upright.oriented(by: turn))
    }
    #expect(flat.targets.count == 1)
  }

  @Test func `a small file is not worth it`() throws {
    for _ in 0..<2 { _ = try decode(large.dropLast(), size) }
    #expect(flat.targets.count == 2)
    #expect(cache.usage().count == 0)
  }

  @Test func `a picture that is larger than its file is not kept`() throws {
    for _ in 0..<2 { _ = try decode(large, PixelSize(width: 200, height: 100)) }
    #expect(flat.targets.count == 2)
  }

  @Test func `a failure is not kept`() {
    let broken = Data(count: CachingDecoder.minimumBytes)
    for _ in 0..<2 {
      #expect(throws: ImageDecodingError.unknownFormat) { try decode(broken, size) }
    }
    #expect(flat.targets.count == 2)
  }
}
