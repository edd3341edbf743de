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
    configuration.thumbnailStore = ThumbnailStore(folder: caches.url.path, limitBytes: 100 << 20)
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
    #expect(try opened.names() == [])
    #expect(next.statistics.diskHits == urls.count)
    for url in urls {
      let (one, other) = (before[url], after[url])
      #expect(one?.size == other?.size && one?.info == other?.info && one?.info != nil, "\(url)")
    }
  }

  @Test func `the test sees an opened picture`() async throws {
    let opened = try OpenedFiles(in: folder.url)
    _ = await load(Array(urls.prefix(1)), by: pipeline())
    #expect(try opened.names() == [urls[0].lastPathComponent])
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
    #expect(Set(try opened.names()) == Set(urls.map(\.lastPathComponent)))
    #expect(next.statistics.diskHits == 0)
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

  @Test func `of a file that has just changed nothing is kept`() async throws {
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

/// The files of a folder that any program opens, as the system tells it.
private final class OpenedFiles {
  private let descriptor: Int32

  init(in folder: URL) throws {
    descriptor = inotify_init1(Int32(bitPattern: UInt32(IN_CLOEXEC) | UInt32(IN_NONBLOCK)))
    try #require(descriptor >= 0)
    try #require(inotify_add_watch(descriptor, folder.path, UInt32(IN_OPEN)) >= 0)
  }

  deinit { close(descriptor) }

  func names() throws -> [String] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var names: [String] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return names }
      var place = 0
      while place < count {
        let length = buffer[place...].withUnsafeBytes {
          Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        }
        let name = buffer[place + 16..<place + 16 + length].prefix { $0 != 0 }
        // The folder itself is opened by each program that lists it.
        if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
        place += 16 + length
      }
    }
  }
}
