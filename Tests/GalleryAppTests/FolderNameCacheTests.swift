import Foundation
import Glibc
import TestSupport
import Testing
import ThumbnailStore

@testable import GalleryApp
@testable import ImageSources

/// Names of large folders in the store of thumbnails.
@Suite(.timeLimit(.minutes(1))) struct FolderNameCacheTests {
  private let folder: TemporaryFolder
  private let identity: FolderIdentity

  init() throws {
    folder = try TemporaryFolder()
    var status = stat()
    try #require(stat(folder.url.path, &status) == 0)
    identity = FolderIdentity(status)
  }

  private func cache(limitBytes: Int = 1 << 30) -> FolderNameCache {
    DiskCaches(folder: folder.url.path, limitBytes: limitBytes).folderNames
  }

  /// Names that share nothing, so that few of them are many bytes.
  private func names(_ count: Int) -> FolderEntries {
    var entries = FolderEntries()
    var random = SeededRandom(seed: 5)
    for _ in 0..<count {
      let text = (0..<12).map { _ in String(random.next(), radix: 16) }.joined()
      Array(text.utf8).withUnsafeBytes { entries.add($0, type: 8) }
    }
    return entries
  }

  @Test func `names that take several entries come back whole in the next run`() throws {
    let entries = names(12_000)
    let first = cache()
    #expect(first.entries(of: identity) == nil)
    first.keep(entries, of: identity)
    first.flush(within: .seconds(60))
    let kept = try #require(cache().entries(of: identity))
    #expect(kept.encoded == entries.encoded)
    #expect(entries.encoded.count > 2 << 20)
  }

  @Test func `names with no room for all of their parts are not there`() {
    // An entry may take a tenth of the limit.
    let small = cache(limitBytes: 4 << 20)
    small.keep(names(12_000), of: identity)
    small.flush(within: .seconds(60))
    #expect(small.entries(of: identity) == nil)
  }
}
