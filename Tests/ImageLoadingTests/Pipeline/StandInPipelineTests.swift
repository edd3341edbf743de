import DecodingTestSupport
import Foundation
import ImageDecoding
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// Stand-ins from a pipeline with nothing replaced.
@Suite(.timeLimit(.minutes(1))) struct StandInPipelineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the thumbnail of a photograph that waits for its turn is shown at once`()
    async throws
  {
    let pipeline = ImagePipeline()
    let thumbnail = try Fixture("baseline.jpg").bytes
    var sketch = ExifSketch()
    sketch.thumbnail = thumbnail
    let photo = try folder.file(
      "photo.jpg", thumbnail.claiming(4_000, 2_000).withExif(sketch))
    // All decode threads are held up.
    let (gate, started) = (Gate(), Log<String>())
    let icon = try folder.file("icon.jpg", thumbnail)
    for index in 0..<KindCounts.decoders.total {
      let held = HoldingProcessor(identifier: "\(index)", started: started, gate: gate)
      pipeline.loadImage(
        with: ImageRequest(
          url: icon, targetSize: PixelSize(width: 4, height: 4), processors: [held])
      ) { _ in }
    }
    await eventually("all threads are held") { started.count == KindCounts.decoders.total }

    let (previews, ends) = (Log<ImagePreview>(), Log<PixelSize?>())
    pipeline.loadImage(
      with: ImageRequest(url: photo, targetSize: PixelSize(width: 40, height: 40)),
      update: { if case .preview(let preview) = $0 { previews.add(preview) } },
      completion: { ends.add(try? $0.get().size) })
    await eventually("there is a preview") { previews.count == 1 }
    #expect(ends.count == 0)
    #expect(previews.entries.first?.size == PixelSize(width: 40, height: 20))
    for _ in 0..<KindCounts.decoders.total { gate.open() }
    await eventually("there is a picture") { ends.count == 1 }
    #expect(ends.entries == [PixelSize(width: 40, height: 20)])
  }

  @Test(arguments: [ThumbnailPolicy.never, .ifSufficient])
  func `a thumbnail is never the picture, even where it has all the pixels`(
    policy: ThumbnailPolicy
  ) async throws {
    // The thumbnail of the original stays in the file when a program blacks out the picture.
    var sketch = ExifSketch()
    sketch.thumbnail = try Fixture("baseline.jpg").bytes
    let picture = PixelImage(
      size: PixelSize(width: 64, height: 32),
      pixels: (0..<64 * 32).map { 0xFF00_0000 | UInt32($0 % 7) })
    let edited = Array(try #require(ThumbnailBytes.encode(picture))).withExif(sketch)
    let request = ImageRequest(
      url: try folder.file("edited.jpg", edited),
      targetSize: PixelSize(width: 40, height: 40), thumbnails: policy)
    let shown = try await ImagePipeline().image(for: request)
    #expect(shown.size == PixelSize(width: 40, height: 20))
    #expect(shown.pixels.allSatisfy { ($0 >> 8) & 0xFF < 32 }, "the picture is nearly black")
  }

  @Test func `a picture in memory stands in for its other sizes, without a load`() async throws {
    let pipeline = ImagePipeline()
    let url = try folder.file("icon.jpg", Fixture("baseline.jpg").bytes)
    func request(_ side: Int) -> ImageRequest {
      ImageRequest(url: url, targetSize: PixelSize(width: side, height: side))
    }
    #expect(pipeline.cachedPreview(for: request(8)) == nil)
    _ = try await pipeline.image(for: request(16))
    let preview = try #require(pipeline.cachedPreview(for: request(32)))
    #expect(preview.image.size == PixelSize(width: 16, height: 8))
    #expect(preview.size == PixelSize(width: 32, height: 16))
    #expect(pipeline.statistics.memoryHits == 0)
  }
}
