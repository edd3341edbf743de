import CacheFiles
import DecodingTestSupport
import Foundation
import Glibc
import ImageDecoding
import LoadingTestSupport
import Raster
import TestSupport
import Testing
import ThumbnailStore

@testable import ImageLoading
@testable import LoadPlanning

/// The pipeline with a store of thumbnails, and local files.
@Suite(.timeLimit(.minutes(1))) struct PipelineThumbnailTests {
  private let folder: TemporaryFolder
  private let caches: TemporaryFolder
  private let urls: [URL]

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
    urls = try Fixture.all.filter { $0.name.first != "a" && !$0.name.contains(".tiff") }.prefix(40)
      .map { [folder] in try folder.file($0.name, $0.bytes) }
    for url in urls { try Self.age(url, seconds: 100) }
  }

  /// Sets the last change of a file back: of one that was just written no thumbnail is kept.
  private static func age(_ url: URL, seconds: Int) throws {
    let then = timespec(tv_sec: time(nil) - seconds, tv_nsec: 77)
    try #require(utimensat(AT_FDCWD, url.path, [then, then], 0) == 0)
  }

  /// One run of a program.
  private func pipeline() -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.decoder = ImageDecoder(isolation: .besideTests)
    configuration.thumbnailStore = ThumbnailCache(folder: caches.url.path, limitBytes: 100 << 20)
    return ImagePipeline(configuration)
  }

  private func request(
    _ url: URL, side: Int = 30, thumbnails: ThumbnailPolicy = .ifSufficient
  ) -> ImageRequest {
    ImageRequest(
      url: url, targetSize: PixelSize(width: side, height: side), previews: .eager,
      thumbnails: thumbnails)
  }

  /// Loads all pictures as a screen would, whose tiles want previews too.
  private func load(
    _ urls: [URL], by pipeline: ImagePipeline, side: Int = 30,
    thumbnails: ThumbnailPolicy = .ifSufficient
  ) async -> [URL: PixelImage] {
    let pictures = Log<(url: URL, image: PixelImage?)>()
    for url in urls {
      pipeline.loadImage(
        with: request(url, side: side, thumbnails: thumbnails), update: { _ in },
        completion: { pictures.add((url, try? $0.get())) })
    }
    await eventually("all have ended") { pictures.count == urls.count }
    let loaded = pictures.entries.compactMap { entry in entry.image.map { (entry.url, $0) } }
    return Dictionary(loaded) { $1 }
  }

  @Test func `a second visit opens no picture, and says all that the first said`() async throws {
    let first = pipeline()
    let before = await load(urls, by: first)
    first.flushThumbnails()

    let opened = try OpenedFiles(in: folder.url)
    let next = pipeline()
    let after = await load(urls, by: next)
    #expect(opened.names() == [])
    #expect(next.statistics.diskHits == urls.count)
    for url in urls {
      let (one, other) = (before[url], after[url])
      #expect(one?.size == other?.size && one?.info == other?.info && one?.info != nil, "\(url)")
    }
  }

  @Test func `the test sees an opened picture`() async throws {
    let opened = try OpenedFiles(in: folder.url)
    _ = await load(Array(urls.prefix(1)), by: pipeline())
    #expect(opened.names() == [urls[0].lastPathComponent])
  }

  @Test func `a smaller tile is served, a larger one is not`() async throws {
    let first = pipeline()
    _ = await load(urls, by: first, side: 40)
    first.flushThumbnails()
    let next = pipeline()
    _ = await load(urls, by: next, side: 33)
    #expect(next.statistics.diskHits == urls.count)
    _ = await load(urls, by: next, side: 12)
    #expect(next.statistics.diskHits == 2 * urls.count)
    _ = await load(urls, by: next, side: 60)
    #expect(next.statistics.diskHits == 2 * urls.count)
  }

  @Test func `the detail view has the original`() async throws {
    let first = pipeline()
    _ = await load(urls, by: first)
    first.flushThumbnails()
    let next = pipeline()
    let opened = try OpenedFiles(in: folder.url)
    _ = await load(urls, by: next, thumbnails: .never)
    #expect(Set(opened.names()) == Set(urls.map(\.lastPathComponent)))
    #expect(next.statistics.diskHits == 0)
  }

  @Test func `a picture that no camera dated has the date of its file, from a thumbnail too`()
    async throws
  {
    let url = try folder.file(
      "dated.ppm", Array("P6 4 4 255\n".utf8) + Array(repeating: 9, count: 48))
    // 11 o'clock in Greenwich: the same day in all but the outermost zones.
    for (seconds, day) in [(1_736_679_600, "2025-01-12 "), (0, nil)] as [(Int, String?)] {
      let then = timespec(tv_sec: seconds, tv_nsec: 0)
      try #require(utimensat(AT_FDCWD, url.path, [then, then], 0) == 0)
      for thumbnails in [ThumbnailPolicy.never, .ifSufficient, .ifSufficient] {
        let pipeline = pipeline()
        let info = await load([url], by: pipeline, thumbnails: thumbnails)[url]?.info
        pipeline.flushThumbnails()
        #expect(info?.changedAt.map { String($0.prefix(11)) } == day && info?.takenAt == nil)
      }
    }
  }

  @Test func `a picture that a camera dated has the date of its file, too`() async throws {
    let url = try folder.file("taken.jpg", Fixture("baseline.jpg").bytes.withExif(.photo))
    let then = timespec(tv_sec: 1_736_679_600, tv_nsec: 0)
    try #require(utimensat(AT_FDCWD, url.path, [then, then], 0) == 0)
    for thumbnails in [ThumbnailPolicy.never, .ifSufficient, .ifSufficient] {
      let pipeline = pipeline()
      let info = await load([url], by: pipeline, thumbnails: thumbnails)[url]?.info
      pipeline.flushThumbnails()
      #expect(info?.takenAt == "2021-07-04 12:34:56")
      #expect(info?.changedAt?.hasPrefix("2025-01-12 ") == true)
    }
  }

  @Test func `a file that changes is decoded anew`() async throws {
    let url = try folder.file(
      "changing.ppm", Array("P6 4 4 255\n".utf8) + Array(repeating: 9, count: 48))
    try Self.age(url, seconds: 100)
    let first = pipeline()
    _ = await load([url], by: first)
    first.flushThumbnails()
    _ = try folder.file(
      "changing.ppm", Array("P6 4 4 255\n".utf8) + Array(repeating: 200, count: 48))
    let picture = await load([url], by: pipeline())[url]
    #expect(picture?.pixels.first == 0xFFC8_C8C8)
  }

  @Test func `no thumbnail is kept of a file that has just changed`() async throws {
    let url = try folder.file(
      "new.ppm", Array("P6 4 4 255\n".utf8) + Array(repeating: 9, count: 48))
    let first = pipeline()
    _ = await load([url], by: first)
    first.flushThumbnails()
    let next = pipeline()
    _ = await load([url], by: next)
    #expect(next.statistics.diskHits == 0)
  }

  @Test func `a damaged thumbnail is a miss, never an error`() async throws {
    let first = pipeline()
    let before = await load(urls, by: first)
    first.flushThumbnails()
    let path = caches.url.path + "/thumbnails-1/"
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      let file = URL(fileURLWithPath: path + name)
      var bytes = try Data(contentsOf: file)
      for place in stride(from: 200, to: bytes.count, by: 300) { bytes[place] ^= 255 }
      try bytes.write(to: file)
    }
    let after = await load(urls, by: pipeline())
    for url in urls { #expect(before[url]?.size == after[url]?.size) }
  }

  @Test func `the thumbnails of other programs serve where there is no own`() async throws {
    // ImageMagick's `convert -size 128x64 xc:red -set Thumb::URI …` writes such files; here by hand.
    let whole = Array("P6 512 256 255\n".utf8) + Array(repeating: 9, count: 512 * 256 * 3)
    let url = try folder.file("shared one.ppm", whole)
    try Self.age(url, seconds: 100)
    let uri = "file://" + folder.url.path + "/shared%20one.ppm"
    let shared = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: shared.url.path + "/normal", withIntermediateDirectories: true)
    func write(modified: Int, width: UInt32 = 128) throws {
      _ = try shared.file(
        "normal/\(MessageDigest.md5(uri.utf8)).png",
        PNGSketch.red(width: width, height: 64, ["Thumb::URI": uri, "Thumb::MTime": "\(modified)"]))
    }
    var status = stat()
    try #require(stat(url.path, &status) == 0)
    func color(_ side: Int = 60) async throws -> UInt32? {
      var configuration = ImagePipeline.Configuration()
      configuration.sharedThumbnailFolder = shared.url.path
      configuration.thumbnailStore = ThumbnailCache(
        folder: try TemporaryFolder().url.path, limitBytes: 100 << 20)
      let image = await load([url], by: ImagePipeline(configuration), side: side)[url]
      #expect(image?.info?.size == PixelSize(width: 512, height: 256))
      #expect(image?.size == PixelSize(width: side, height: side / 2))
      return image?.pixels.first
    }
    #expect(try await color() == 0xFF09_0909)
    try write(modified: status.st_mtim.tv_sec - 1)
    #expect(try await color() == 0xFF09_0909)
    try write(modified: status.st_mtim.tv_sec, width: 64)
    #expect(try await color() == 0xFF09_0909, "another shape")
    try write(modified: status.st_mtim.tv_sec)
    #expect(try await color() == 0xFFFF_0000)
    #expect(try await color(200) == 0xFF09_0909, "too small")
  }

  @Test func `a broken file is no thumbnail`() async throws {
    let whole = try Fixture("baseline.jpg").bytes
    let url = try folder.file("cut.jpg", Array(whole.prefix(whole.count / 2)))
    try Self.age(url, seconds: 100)
    let first = pipeline()
    _ = await load([url], by: first)
    first.flushThumbnails()
    let next = pipeline()
    _ = await load([url], by: next)
    #expect(next.statistics.diskHits == 0)
  }
}
