import Foundation
import GalleryItems
import Glibc
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// The order of a folder's pictures.
@Suite(.timeLimit(.minutes(1))) struct FolderOrderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func items(_ sorting: PictureSorting) throws -> AnyItemSnapshot {
    var options = FolderSource.Options()
    options.sorting = sorting
    return try FolderSource(folder.url.path, options: options).read()
  }

  @Test func `files of any time are sorted by it`() throws {
    for (name, time) in [("far.png", 10_413_792_000), ("now.png", 1_700_000_000)] {
      let file = try folder.file(name, [1])
      var times = [timespec(tv_sec: time, tv_nsec: 5), timespec(tv_sec: time, tv_nsec: 5)]
      #expect(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
    }
    let items = try items(PictureSorting(order: .date))
    #expect((0..<2).map { items.item(at: [0, $0]).caption } == ["now.png", "far.png"])
    #expect(items.order == ItemOrder(.date))
  }

  @Test func `a folder says in which order its pictures are, unless that is random`() throws {
    _ = try folder.file("1.png", [1])
    for (order, shown) in [
      (PictureOrder.name, ItemOrder(.name, isReversed: true)),
      (.taken, ItemOrder(.taken, isReversed: true)), (.size, ItemOrder(.size, isReversed: true)),
      (.random, nil),
    ] {
      #expect(try items(PictureSorting(order: order, isReversed: true)).order == shown)
    }
  }
}
