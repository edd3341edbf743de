import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Lookups of loads in the memory cache.
@Suite struct MemoryLookupTests {
  private let image = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 1)

  private let cache = ImageCache(costLimitBytes: 1 << 20, now: { .zero })

  @Test func `the nearest picture has been through the most of the processors`() throws {
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
    cache.insert(image, for: try request("a"))
    var reload = try request("a", processors: ["blur"])
    reload.cachePolicy = .reload
    #expect(cache.findNearest(to: reload, isUse: true)?.image == nil)
  }

  @Test func `only the picture itself counts as seen`() throws {
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
