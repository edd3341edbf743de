import Archives
import DecodingTestSupport
import Foundation
import ImageDecoding
import Raster
import TestSupport
import Testing
import ThumbnailStore

@testable import ImageLoading
@testable import LoadPlanning

/// Pictures in archives, by the pipeline.
@Suite(.timeLimit(.minutes(1))) struct ArchivedPictureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The addresses of files in an archive, as a source makes them.
  private func addresses(_ sketch: ZipSketch) throws -> [URL] {
    let file = try folder.file("a b.cbz", sketch.bytes)
    var records: [Int] = []
    try ZipDirectory(path: Array(file.path.utf8)).forEach { _, record in records.append(record) }
    return try records.map { record in
      try #require(URL(string: "archive\(file.absoluteString.dropFirst(4))/x/1.jpg#\(record)"))
    }
  }

  private func load(_ url: URL) async -> Result<PixelImage, ImageError> {
    let pipeline = ImagePipeline(ImagePipeline.Configuration())
    let results = Log<Result<PixelImage, ImageError>>()
    pipeline.loadImage(
      with: ImageRequest(
        url: url, targetSize: PixelSize(width: 30, height: 30), thumbnails: .ifSufficient),
      update: { _ in }, completion: { results.add($0) })
    await eventually("it has ended") { results.count == 1 }
    return results.entries[0]
  }

  @Test func `a second visit opens no archive`() async throws {
    let url = try addresses(ZipSketch([.init("x/1.jpg", try Fixture("baseline.jpg").bytes)]))[0]
    let long = Date(timeIntervalSinceNow: -3_600)
    try FileManager.default.setAttributes(
      [.modificationDate: long], ofItemAtPath: folder.url.path + "/a b.cbz")
    let caches = try TemporaryFolder()
    func pipeline() -> ImagePipeline {
      var configuration = ImagePipeline.Configuration()
      configuration.thumbnailStore = ThumbnailCache(folder: caches.url.path, limitBytes: 1 << 24)
      return ImagePipeline(configuration)
    }
    let request = ImageRequest(
      url: url, targetSize: PixelSize(width: 30, height: 30), thumbnails: .ifSufficient)
    let first = pipeline()
    let before = try await first.image(for: request)
    first.flushThumbnails()
    let opened = try OpenedFiles(in: folder.url)
    let next = pipeline()
    let after = try await next.image(for: request)
    #expect(opened.names() == [] && next.statistics.diskHits == 1)
    #expect(after.size == before.size && after.info == before.info)
  }

  @Test func `a picture is loaded out of an archive`()
    async throws
  {
    var sketch = ZipSketch([
      .init("x/1.jpg", try Fixture("baseline.jpg").bytes), .init("2", Array("no".utf8)),
      .init("3", []), .init("4", [1]),
    ])
    sketch.entries[3].flags = 1
    let urls = try addresses(sketch)
    #expect(try await load(urls[0]).get().size == PixelSize(width: 30, height: 15))
    #expect(await load(urls[1]) == .failure(.decoding(.unknownFormat)))
    #expect(await load(urls[2]) == .failure(.empty))
    #expect(await load(urls[3]) == .failure(.archive(reason: "encrypted")))
  }

  @Test func `an address without a place, or of no archive, is refused`() async throws {
    let file = try folder.file("a.zip", [1, 2, 3]).path
    for text in [
      "archive://\(file)/a.jpg", "archive:///nowhere/a.zip/a.jpg#5", "archive://\(file)/a#-7",
    ] {
      let url = try #require(URL(string: text))
      guard case .failure = await load(url) else {
        Issue.record("\(text) was loaded")
        return
      }
    }
  }
}
