import Testing

@testable import ImageLoading

@Suite struct DefaultLimitTests {
  @Test func `by default it takes no more than 15 percent of the memory there is`() throws {
    let total = try #require(MemoryReader().totalBytes)
    #expect(ImageCache.defaultCostLimitBytes <= total / 100 * 15 + 100)
    #expect(ImageCache.defaultCostLimitBytes <= 256_000_000)
    #expect(ImageCache().costLimitBytes == ImageCache.defaultCostLimitBytes)
  }
}
