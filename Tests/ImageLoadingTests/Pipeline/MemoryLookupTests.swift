import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// How often a load looks into the memory cache, and what it finds there.
@Suite struct MemoryLookupTests {
  private let image = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 1)

  /// A cache that logs each time it is asked for anything.
  private func cache(_ looks: Log<Void>) -> ImageCache {
    ImageCache(
      costLimitBytes: 1 << 20,
      now: {
        looks.add(())
        return .zero
      }, readMemory: { MemoryReading() })
  }

  @Test func `a load with processors looks into memory once`() async throws {
    let (looks, loader) = (Log<Void>(), HeldDataLoader())
    var configuration = ImagePipeline.Configuration()
    configuration.imageCache = cache(looks)
    configuration.dataLoader = loader
    let pipeline = ImagePipeline(configuration)
    pipeline.loadImage(with: try request("a", processors: ["blur", "sepia"])) {
      (_: Result<PixelImage, ImageError>) in
    }
    await eventually("the transfer starts") { loader.started.count == 1 }
    #expect(looks.count == 1)
    pipeline.cancelAll()
    await eventually("it ends") { pipeline.statistics.tasksInFlight == 0 }
  }

  @Test func `the nearest picture has been through the most of the processors`() throws {
    let cache = cache(Log())
    let both = try request("a", processors: ["blur", "sepia"])
    #expect(cache.findNearest(to: both, isUse: true)?.image == nil)
    for (processors, count) in [([], 0), (["blur"], 1), (["blur", "sepia"], 2)] {
      cache.insert(image, for: try request("a", processors: processors))
      #expect(cache.findNearest(to: both, isUse: true)?.processorCount == count)
    }
    let other = try request("a", processors: ["sepia"])
    #expect(cache.findNearest(to: other, isUse: true)?.processorCount == 0)
  }

  @Test func `a reload finds nothing near`() throws {
    let cache = cache(Log())
    cache.insert(image, for: try request("a"))
    var reload = try request("a", processors: ["blur"])
    reload.cachePolicy = .reload
    #expect(cache.findNearest(to: reload, isUse: true)?.image == nil)
  }

  @Test func `only the picture itself counts as seen`() throws {
    let cache = cache(Log())
    let dropped = Log<ImageKey>()
    cache.didDropUnseen = { for key in $0 { dropped.add(key) } }
    let (a, blur) = (try request("a"), try request("a", processors: ["blur"]))
    for request in [a, blur] { cache.insert(image, for: request, isSpeculative: true) }
    _ = cache.findNearest(to: try request("a", processors: ["blur", "sepia"]), isUse: true)
    _ = cache.findNearest(to: blur, isUse: false)
    _ = cache.findNearest(to: a, isUse: true)
    for request in [a, blur] { cache.remove(request) }
    #expect(dropped.entries == [blur.key])
  }
}
