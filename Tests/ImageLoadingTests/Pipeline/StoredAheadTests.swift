import DecodingTestSupport
import Foundation
import Raster
import Synchronization
import TestSupport
import Testing
import ThumbnailStore

@testable import ImageLoading
@testable import LoadPlanning

/// Stored thumbnails, while originals occupy every decode thread.
@Suite(.timeLimit(.minutes(1))) struct StoredAheadTests {
  private let folder: TemporaryFolder
  private let caches: TemporaryFolder
  private let gate = Gate()

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
  }

  private func picture(_ name: String) throws -> URL {
    let url = try folder.file(name, try Fixture("baseline.jpg").bytes)
    let long = Date(timeIntervalSinceNow: -3_600)
    try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: url.path)
    return url
  }

  private func pipeline() -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.thumbnailStore = ThumbnailCache(folder: caches.url.path, limitBytes: 100 << 20)
    return ImagePipeline(configuration)
  }

  private func request(_ url: URL, _ priority: ImagePriority) -> ImageRequest {
    ImageRequest(
      url: url, targetSize: PixelSize(width: 30, height: 30), priority: priority,
      thumbnails: .ifSufficient)
  }

  private func store(_ url: URL) async throws {
    let first = pipeline()
    _ = try await first.image(for: request(url, .normal))
    first.flushThumbnails()
  }

  /// Keeps every decode thread with pictures on screen.
  private func occupy(_ pipeline: ImagePipeline) async throws {
    let started = Log<String>()
    let url = try picture("held.jpg")
    for number in 0..<KindCounts.decoders.total {
      var request = request(url, .normal)
      request.processors = [HoldingProcessor(identifier: "\(number)", started: started, gate: gate)]
      pipeline.loadImage(with: request) { _ in }
    }
    await eventually("all threads are held") { started.count == KindCounts.decoders.total }
  }

  private func letGo() { for _ in 0..<KindCounts.decoders.total { gate.open() } }

  @Test func `stored thumbnails come before originals are decoded`() async throws {
    let url = try picture("stored.jpg")
    try await store(url)
    let pipeline = pipeline()
    try await occupy(pipeline)
    let image = try await pipeline.image(for: request(url, .low))
    #expect(image.info?.size == Fixture.size && pipeline.statistics.diskHits == 1)
    #expect(pipeline.statistics.tasksInFlight >= KindCounts.decoders.total)
    letGo()
  }

  @Test func `an original without a thumbnail is decoded with its latest urgency`() async throws {
    let stored = try picture("stored.jpg")
    try await store(stored)
    let pipeline = pipeline()
    try await occupy(pipeline)
    let order = Log<String>()
    let tasks = try ["first.jpg", "second.jpg"].map { name in
      pipeline.loadImage(with: request(try picture(name), .low)) { _ in order.add(name) }
    }
    tasks[1].setUrgency(.high, timeToVisible: .zero)
    // It is looked for after them.
    _ = try await pipeline.image(for: request(stored, .low))
    #expect(order.count == 0)
    gate.open()
    await eventually("both are there") { order.count == 2 }
    #expect(order.entries == ["second.jpg", "first.jpg"] && pipeline.statistics.diskHits == 1)
    letGo()
  }

  @Test func `an unwanted original is not decoded after the lookup`() async throws {
    let stored = try picture("stored.jpg")
    try await store(stored)
    let pipeline = pipeline()
    try await occupy(pipeline)
    let opened = try OpenedFiles(in: folder.url)
    let task = pipeline.loadImage(with: request(try picture("left.jpg"), .low)) { _ in }
    _ = opened.names()
    task.cancel()
    _ = try await pipeline.image(for: request(stored, .low))
    letGo()
    await eventually("all have ended") { pipeline.statistics.tasksInFlight == 0 }
    #expect(opened.names() == [])
  }
}
