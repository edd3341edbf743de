import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport

@testable import DiskCache

/// A cache in a folder of its own, with a clock that the test moves.
final class CacheFixture: Sendable {
  let folder: TemporaryFolder
  let cache: DataCache
  /// Suspended by a test that wants changes to wait.
  let queue = DispatchQueue(label: "disk cache under test")
  private let clock = VirtualClock()

  init(
    folder: TemporaryFolder? = nil, limitBytes: Int = 100 << 20, stagingLimitBytes: Int = 32 << 20
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    cache = DataCache(
      folder: self.folder.url.appendingPathComponent("cache").path, limitBytes: limitBytes,
      stagingLimitBytes: stagingLimitBytes, queue: queue, clock: clock.read)
  }

  /// Another cache in the same folder, as another process would have it, an hour later by default.
  func reopened(limitBytes: Int = 100 << 20, after seconds: Int = 3_600) throws -> CacheFixture {
    cache.flush()
    let other = try CacheFixture(folder: folder, limitBytes: limitBytes)
    other.pass(seconds: clock.read() - other.clock.read() + seconds)
    return other
  }

  var now: Int { clock.read() }

  func pass(seconds: Int) { clock.pass(seconds) }

  /// The files below the cache's folder, by their path from there.
  var files: [String] {
    let names = FileManager.default.enumerator(atPath: cache.folder)?.compactMap { $0 as? String }
    return (names ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// The files of entries among them.
  var entryFiles: [String] { files.filter { $0.utf8.count == "v1/00/".utf8.count + 62 } }

  func path(_ name: String) -> String { "\(cache.folder)/\(name)" }

  /// An entry of so many bytes, all the same.
  func entry(_ byte: UInt8, count: Int = 100, tag: String? = nil) -> CachedData {
    CachedData(
      bytes: Data(repeating: byte, count: count),
      metadata: metadata(freshFor: 60, tag: tag ?? "\"\(byte)\""))
  }

  func metadata(freshFor seconds: Int, tag: String?) -> CacheMetadata {
    CacheMetadata(
      validators: Validators(entityTag: tag, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"),
      freshness: Freshness(
        storedAt: now, freshUntil: now + seconds, mayBeShownWhenDisconnected: true))
  }

  /// The mode of a file, without its kind.
  func mode(_ name: String) -> mode_t {
    var status = stat()
    lstat(path(name), &status)
    return status.st_mode & 0o777
  }
}

/// Seconds since 1970 that pass when a test says so.
final class VirtualClock: Sendable {
  private let seconds = Mutex(1_795_219_200)

  func pass(_ seconds: Int) { self.seconds.withLock { $0 += seconds } }

  var read: @Sendable () -> Int { { self.seconds.withLock { $0 } } }
}
