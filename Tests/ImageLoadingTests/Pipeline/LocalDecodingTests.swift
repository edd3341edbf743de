import DecodingTestSupport
import Foundation
import Glibc
import ImageDecoding
import LocalPictures
import Raster
import TestSupport
import Testing
import ThumbnailStore

@testable import ImageLoading
@testable import LoadPlanning

/// Pictures of local files, and thumbnails of them that are made in advance.
struct LocalDecodingTests {
  private let folder: TemporaryFolder
  private let store: ThumbnailCache
  private let url: URL
  private let limits = ImageLimits()

  init() throws {
    folder = try TemporaryFolder()
    store = ThumbnailCache(folder: folder.url.path + "/caches", limitBytes: 10 << 20)
    url = try folder.file("a.ppm", Array("P6 1 1 255\n".utf8) + [1, 2, 3])
    // Long ago, or it would count as changing.
    let time = timespec(tv_sec: 1_795_000_000, tv_nsec: 0)
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

  @Test(arguments: [(0x6969, true), (0xEF53, false)])
  func `a decoded file tells whether it is distant, and how long it kept its thread waiting`(
    kind: Int, isDistant: Bool
  ) throws {
    let pictures = PictureDecoding(
      ImagePipeline.Configuration(), fileSystems: FileSystems { _ in kind })
    let picture = try folder.file("picture.jpg", Fixture("baseline.jpg").bytes)
    var work = WorkDone()
    _ = try pictures.picture(
      of: ImageRequest(url: picture, targetSize: PixelSize(width: 30, height: 30)), in: nil,
      within: ImageLimits(), &work, { false })
    #expect(work.isDistant == isDistant && (work.fileWait != nil) == isDistant)
  }

  @Test func `a reload leaves no older thumbnail of the file, of any size`() throws {
    let shelf = ThumbnailShelf(store)
    for side in [30, 300] {
      let slot = try #require(shelf.slot(for: request(side: side), within: limits))
      #expect(shelf.keep(copy(in: slot)))
    }
    var configuration = ImagePipeline.Configuration()
    configuration.thumbnailStore = store
    var reload = request(side: 100)
    reload.cachePolicy = .reload
    var work = WorkDone()
    let picture = try PictureDecoding(configuration).picture(
      of: reload, in: nil, within: limits, &work
    ) { false }
    #expect(!shelf.has(in: shelf.slot(for: request(side: 30), within: limits)))
    #expect(!shelf.has(in: shelf.slot(for: request(side: 300), within: limits)))
    #expect(shelf.keep(try #require(picture.copy)))
    #expect(shelf.has(in: shelf.slot(for: request(side: 30), within: limits)))
    #expect(!shelf.has(in: shelf.slot(for: request(side: 300), within: limits)))
  }

  @Test(arguments: [(0x6969, 16), (0xEF53, 1)])
  func `files on other machines are read by more threads than processors`(
    kind: Int, threads: Int
  ) {
    let pictures = PictureDecoding(
      ImagePipeline.Configuration(), fileSystems: FileSystems { _ in kind })
    let maker = ThumbnailMaker(pictures, store, limits)
    #expect(maker.threadCount(reading: [request()]) == max(ThumbnailMaker.processors, threads))
  }

  @Test func `where no thread starts, thumbnails are made all the same`() throws {
    let maker = ThumbnailMaker(store: store)
    maker.run(3, threads: 0) { [request] _ in request(30) }
    #expect(maker.current.done == 3 && maker.current.made == 1 && maker.current.known == 2)
  }
}
