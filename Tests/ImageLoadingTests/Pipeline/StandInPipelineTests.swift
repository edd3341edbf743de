import DecodingTestSupport
import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageLoading

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

  @Test func `a thumbnail with all the pixels is the picture for who takes it`() async throws {
    let thumbnail = try Fixture("baseline.jpg").bytes
    var sketch = ExifSketch()
    sketch.thumbnail = thumbnail
    func request(
      _ side: Int, _ policy: ThumbnailPolicy, width: Int = 4_000
    ) throws -> ImageRequest {
      // Behind the header is too little for so many pixels, which the picture shows and the thumbnail does not.
      let photo = thumbnail.claiming(width, 2_000).withExif(sketch)
      return ImageRequest(
        url: try folder.file("photo-\(width).jpg", photo),
        targetSize: PixelSize(width: side, height: side), thumbnails: policy)
    }
    let pipeline = ImagePipeline()
    let taken = try await pipeline.image(for: request(40, .ifSufficient))
    #expect(try taken == thumbnail.decoded(to: PixelSize(width: 40, height: 40)))
    let larger = try await pipeline.image(for: request(100, .ifSufficient))
    #expect(larger.size == PixelSize(width: 100, height: 50), "too few pixels")
    let wider = try await pipeline.image(for: request(40, .ifSufficient, width: 3_000))
    #expect(wider.size == PixelSize(width: 40, height: 27), "another shape")
    // A thumbnail in memory is no answer to who wants the picture, which is one to both.
    let whole = try await pipeline.image(for: request(40, .never))
    #expect(whole != taken)
    #expect(try await pipeline.image(for: request(40, .ifSufficient)) == whole)
    #expect(pipeline.statistics.memoryHits == 1)
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
    pipeline.removeCachedImage(for: request(16))
    #expect(pipeline.cachedPreview(for: request(32)) == nil)
  }
}
