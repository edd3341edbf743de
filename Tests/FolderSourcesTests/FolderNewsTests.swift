import Foundation
import Glibc
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// Files that were found by reading a folder again, where the system tells nothing of them.
@Suite(.timeLimit(.minutes(1))) struct FolderNewsTests {
  private let folder: TemporaryFolder
  private let file = FolderListing.File(name: Array("a.png".utf8), folder: 0)

  init() throws { folder = try TemporaryFolder() }

  private func path(_ file: FolderListing.File) -> [UInt8] {
    Array((folder.url.path + "/").utf8) + file.name
  }

  private func write(at time: Int) throws {
    try Data([1]).write(to: folder.url.appendingPathComponent("a.png"))
    let times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
    #expect(path(file).withPath { utimensat(AT_FDCWD, $0, times, 0) } == 0)
  }

  @Test func `a file that is gone or was left alone is taken at once`() throws {
    var news = FolderNews()
    news.add([file])
    #expect(news.takeFile(path) == file)
    try write(at: 1_700_000_000)
    news.add([file])
    #expect(news.takeFile(path) == file)
    #expect(!news.hasFiles && news.wait == nil)
  }

  @Test func `a folder is there again only once the system tells of it`() async throws {
    let root = folder.url.appendingPathComponent("d")
    func make() throws {
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
    }
    let path = Array((root.path + "/").utf8)
    var news = FolderNews()
    try make()
    news.watch(path, as: 0, readAt: FileStatus(at: path.folderPath)?.changedAt)
    news.startWatching(below: path, by: FolderWatch())
    #expect(news.isComplete && !news.isGone)
    try FileManager.default.removeItem(at: root)
    await eventually("it is gone") {
      _ = news.takeEvents(isReading: true, isRecursive: true, path: self.path)
      return news.isGone
    }
    // The end of a reading that began before, which knows a folder inside only.
    news.watch(path + Array("x/".utf8), as: 1, readAt: nil)
    news.startWatching(below: path, by: FolderWatch())
    #expect(news.isGone && !news.isComplete && news.wait != nil)
    news.watch(path, as: 0, readAt: nil)
    news.startWatching(below: path, by: FolderWatch())
    #expect(news.isGone && !news.isComplete && news.descriptor == nil)
    try make()
    news.watch(path, as: 0, readAt: FileStatus(at: path.folderPath)?.changedAt)
    news.startWatching(below: path, by: FolderWatch())
    #expect(news.isComplete && !news.isGone && news.descriptor != nil)
  }

  @Test func `a file that may still be written waits, and comes once it does not change`()
    async throws
  {
    var news = FolderNews()
    // As of an hour from now: a server's clock may be ahead.
    try write(at: time(nil) + 3_600)
    news.add([file])
    #expect(news.takeFile(path) == nil)
    #expect(!news.hasFiles && news.wait != nil)
    // Found once more meanwhile.
    news.add([file])
    #expect(news.takeFile(path) == nil)
    await eventually("it is whole") {
      _ = news.takeEvents(isReading: true, isRecursive: false, path: path)
      return news.hasFiles
    }
    #expect(news.takeFile(path) == file)
  }
}
