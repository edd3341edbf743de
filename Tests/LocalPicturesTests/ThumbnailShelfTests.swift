import DecodingTestSupport
import Foundation
import Glibc
import ImageDecoding
import ImageRequests
import Raster
import Synchronization
import TestSupport
import Testing
import ThumbnailStore

@testable import LocalPictures

/// The thumbnails kept of a file, by its modification time and file system.
struct ThumbnailShelfTests {
  private let folder: TemporaryFolder
  private let store: ThumbnailCache
  private let url: URL
  private let limits = ImageLimits()

  init() throws {
    folder = try TemporaryFolder()
    store = ThumbnailCache(folder: folder.url.path + "/caches", limitBytes: 10 << 20)
    url = try folder.file("a.ppm", Array("P6 1 1 255\n".utf8) + [1, 2, 3])
  }

  private func setModified(_ nanoseconds: Int64) throws {
    let time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    try #require(utimensat(AT_FDCWD, url.path, [time, time], 0) == 0)
  }

  private func request(side: Int = 30) -> ImageRequest {
    ImageRequest(
      url: url, targetSize: PixelSize(width: side, height: side), thumbnails: .ifSufficient)
  }

  private func copy(in slot: ThumbnailShelf.Slot) -> ThumbnailShelf.Copy {
    let size = PixelSize(width: 1, height: 1)
    return ThumbnailShelf.Copy(
      image: PixelImage(size: size, filledWith: 0xFF01_0203), info: PictureInfo(size: size),
      slot: slot, url: url)
  }

  @Test(arguments: [
    (1_000_000, false), (1_999_999_999, false), (2_000_000_000, true), (-5_000_000_000, false),
  ])
  func `a file that had changed when it was read is not kept, however late`(
    age: Int64, isKept: Bool
  ) throws {
    let modified: Int64 = 1_795_000_000_000_000_000
    try setModified(modified)
    let now = Mutex(modified + age)
    let shelf = ThumbnailShelf(store) { now.withLock { $0 } }
    let slot = try #require(shelf.slot(for: request(), within: limits))
    // Decoding, and the wait until no picture waits.
    now.withLock { $0 += 60_000_000_000 }
    #expect(shelf.keep(copy(in: slot)) == isKept)
    #expect(shelf.has(in: shelf.slot(for: request(), within: limits)) == isKept)
  }

  @Test func `a file in an archive is known by the archive and the place of its record`() throws {
    try setModified(1_795_000_000_000_000_000)
    let shelf = ThumbnailShelf(store)
    func slot(_ address: String) throws -> ThumbnailShelf.Slot? {
      let url = try #require(URL(string: "archive\(url.absoluteString.dropFirst(4))\(address)"))
      return shelf.slot(
        for: ImageRequest(
          url: url, targetSize: PixelSize(width: 30, height: 30), thumbnails: .ifSufficient),
        within: limits)
    }
    let first = try #require(try slot("/x/1.jpg#81"))
    #expect(try slot("/x/1.jpg#81") == first)
    #expect(try slot("/x/1.jpg#82") != first && slot("/x/1.jpg#0") != first)
    #expect(shelf.slot(for: request(), within: limits) != first)
    #expect(try slot("/x/1.jpg") == nil && slot("#81") == nil)
    try setModified(1_795_000_001_000_000_000)
    #expect(try slot("/x/1.jpg#81") != first)
  }

  @Test func `a damaged thumbnail may be there, but is not`() throws {
    try setModified(1_795_000_000_000_000_000)
    let shelf = ThumbnailShelf(store)
    #expect(shelf.keep(copy(in: try #require(shelf.slot(for: request(), within: limits)))))
    #expect(shelf.has(in: shelf.slot(for: request(), within: limits)))
    let caches = folder.url.path + "/caches/thumbnails-1/"
    for name in try FileManager.default.contentsOfDirectory(atPath: caches) {
      let file = URL(fileURLWithPath: caches + name)
      var bytes = try Data(contentsOf: file)
      bytes[70] ^= 1
      try bytes.write(to: file)
    }
    let next = ThumbnailShelf(
      ThumbnailCache(folder: folder.url.path + "/caches", limitBytes: 10 << 20))
    #expect(
      next.mayHave(request(), within: limits)
        && !next.has(in: next.slot(for: request(), within: limits)))
  }
}
