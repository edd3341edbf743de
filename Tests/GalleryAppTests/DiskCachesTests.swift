import DiskCache
import Foundation
import TestSupport
import Testing
import ThumbnailStore

@testable import GalleryApp

/// Two caches in one folder, which share what a person lets them take.
@Suite(.timeLimit(.minutes(1))) struct DiskCachesTests {
  private static let limit = 4 << 20
  private static let entryBytes = 20_000

  private let folder: TemporaryFolder
  private let caches: DiskCaches

  init() throws {
    folder = try TemporaryFolder()
    caches = DiskCaches(folder: folder.url.path, limitBytes: Self.limit)
  }

  private func storeThumbnails(_ numbers: Range<UInt64>) {
    for number in numbers {
      let file = FileIdentity(device: 1, inode: number, size: 5, modified: 9)
      caches.thumbnails.store(
        Data(count: Self.entryBytes), for: ThumbnailKey(file: file, scale: 0))
      if number % 20 == 0 { caches.thumbnails.flush() }
    }
    caches.thumbnails.flush()
  }

  private func storeAnswers(_ numbers: Range<UInt64>) {
    let metadata = CacheMetadata(
      validators: Validators(),
      freshness: Freshness(storedAt: 0, freshUntil: .max, mayBeShownWhenDisconnected: true))
    for number in numbers {
      caches.data.store(
        CachedData(bytes: Data(count: Self.entryBytes), metadata: metadata), for: "\(number)")
      if number % 20 == 0 { caches.data.flush() }
    }
    caches.data.flush()
    caches.thumbnails.flush()
  }

  /// The bytes of both caches: a sweep is due after each tenth of the limit.
  private var usedBytes: Int { caches.data.usage().bytes + caches.thumbnails.usedBytes() }

  @Test func `thumbnails give way to what comes from servers`() {
    storeThumbnails(0..<300)
    storeAnswers(0..<300)
    #expect(usedBytes <= Self.limit / 10 * 12)
    #expect(caches.thumbnails.usedBytes() > Self.limit / 4)
    #expect(caches.data.usage().bytes > Self.limit / 4)
  }

  @Test func `bodies from servers give way to thumbnails`() {
    storeAnswers(0..<300)
    storeThumbnails(0..<300)
    #expect(usedBytes <= Self.limit / 10 * 12)
    #expect(caches.thumbnails.usedBytes() > Self.limit / 4)
    #expect(caches.data.usage().bytes > Self.limit / 4)
  }
}
