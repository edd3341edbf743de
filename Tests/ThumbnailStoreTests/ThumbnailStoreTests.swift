import CacheFiles
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ThumbnailStore

@Suite(.timeLimit(.minutes(2))) struct ThumbnailStoreTests {
  @Test func `a file that is replaced, written to or made anew has no thumbnail`() throws {
    let fixture = try StoreFixture()
    let url = try fixture.folder.file("a", [1, 2, 3])
    func identity(_ url: URL) throws -> FileIdentity {
      var status = stat()
      try #require(lstat(url.path, &status) == 0)
      return try #require(FileIdentity(status))
    }
    let key = ThumbnailKey(file: try identity(url), scale: 1)
    fixture.store.store(Data([7]), for: key)

    let renamed = fixture.folder.url.appendingPathComponent("b")
    try FileManager.default.moveItem(at: url, to: renamed)
    #expect(try identity(renamed) == key.file)
    // As after the reuse of an inode: everything but the time is equal.
    let times = [timespec(tv_sec: 5, tv_nsec: 1), timespec(tv_sec: 5, tv_nsec: 1)]
    try #require(utimensat(AT_FDCWD, renamed.path, times, 0) == 0)
    let later = ThumbnailKey(file: try identity(renamed), scale: 1)
    #expect(later.file.inode == key.file.inode && later.file.modified == 5_000_000_001)
    #expect(fixture.store.bytes(for: later) == nil)
    #expect(fixture.store.bytes(for: key) == Data([7]))
    #expect(fixture.store.bytes(for: ThumbnailKey(file: key.file, scale: 2)) == nil)
  }

  @Test func `a folder is no file`() {
    var status = stat()
    #expect(stat("/", &status) == 0)
    #expect(FileIdentity(status) == nil)
  }

  @Test func `a store that nothing was put in leaves nothing on the disk`() throws {
    let fixture = try StoreFixture()
    #expect(fixture.store.bytes(for: fixture.key(1)) == nil)
    #expect(!fixture.store.mayContain(fixture.key(1)))
    fixture.store.flush()
    #expect(fixture.files.isEmpty && fixture.store.usage() == (0, 0))
  }

  @Test func `two stores at once write segments of their own, and one finds the other's`() throws {
    let one = try StoreFixture()
    one.store.store(Data([1]), for: one.key(1))
    let other = try one.another()
    other.store.store(Data([2]), for: one.key(2))
    #expect(one.segments.count == 2)
    #expect(other.store.bytes(for: one.key(1)) == Data([1]))
    // It was opened before: what it misses is made again, no more.
    #expect(one.store.bytes(for: one.key(2)) == nil)
    let third = try one.another()
    #expect(third.store.bytes(for: one.key(1)) == Data([1]))
    #expect(third.store.bytes(for: one.key(2)) == Data([2]))
    #expect(third.store.usage().count == 2)
  }

  @Test func `many entries are found by the index, and by it alone`() throws {
    let fixture = try StoreFixture()
    for number in 0..<3_000 {
      fixture.store.store(Data("\(number)".utf8), for: fixture.key(UInt64(number)))
    }
    fixture.store.flush()
    #expect(fixture.files.contains("index"))
    let next = try fixture.another()
    let found = (0..<3_000).count {
      next.store.bytes(for: next.key(UInt64($0))) == Data("\($0)".utf8)
    }
    #expect(found == 3_000)
    #expect((3_000..<6_000).count { next.store.mayContain(next.key(UInt64($0))) } == 0)
    #expect(next.store.usage().count == 3_000)
  }

  @Test func `without an index many entries are found a little later`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<5_000 {
      fixture.store.store(Data([1]), for: fixture.key(UInt64(number)))
    }
    fixture.store.flush()
    try FileManager.default.removeItem(atPath: fixture.path("index"))
    let next = try fixture.another()
    _ = next.store.bytes(for: next.key(0))
    await eventually("the index is there again") { fixture.files.contains("index") }
    next.store.flush()
    #expect((0..<5_000).allSatisfy { next.store.bytes(for: next.key(UInt64($0))) == Data([1]) })
  }

  @Test func `over the limit the segments go that were used least recently`() async throws {
    let fixture = try StoreFixture(limitBytes: 2 << 20)
    for number in 0..<2_000 {
      fixture.store.store(Data(count: 4_000), for: fixture.key(UInt64(number)))
      if number % 100 == 0 { fixture.store.flush() }
    }
    fixture.store.flush()
    #expect(fixture.store.usedBytes() <= (2 << 20) / 10 * 12)
    #expect(fixture.store.bytes(for: fixture.key(1_999)) != nil)
  }

  @Test func `swept entries are not found, and not kept open`() async throws {
    let fixture = try StoreFixture(limitBytes: 2 << 20)
    for number in 0..<2_000 {
      fixture.store.store(Data(count: 4_000), for: fixture.key(UInt64(number)))
      if number % 100 == 0 {
        fixture.store.flush()
        _ = fixture.store.bytes(for: fixture.key(UInt64(number)))
      }
    }
    fixture.store.flush()
    let next = try fixture.another()
    for number in 0..<2_000 {
      let key = fixture.key(UInt64(number))
      let isThere = fixture.store.bytes(for: key) != nil
      #expect(fixture.store.mayContain(key) == isThere, "\(number)")
      #expect(next.store.mayContain(key) == isThere, "\(number)")
    }
    let open = try openFiles().filter { $0.hasPrefix(fixture.path("")) }
    #expect(!open.contains { $0.hasSuffix("(deleted)") })
  }

  /// The open files of this process, as the system names them.
  private func openFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
  }

  @Test func `the bytes of neighbors count, up to half of the limit`() throws {
    let fixture = try StoreFixture(limitBytes: 2 << 20, neighborBytes: { 100 << 20 })
    for number in 0..<1_000 {
      fixture.store.store(Data(count: 4_000), for: fixture.key(UInt64(number)))
      if number % 50 == 0 { fixture.store.flush() }
    }
    fixture.store.flush()
    let used = fixture.store.usedBytes()
    #expect(used > 512 << 10 && used <= (1 << 20) + (2 << 20) / 10 * 2)
  }

  @Test func `the sweep goes by use, and by age`() {
    func segment(_ number: UInt64, _ bytes: Int, _ lastUse: Int) -> StoreFolder.SegmentFile {
      StoreFolder.SegmentFile(id: SegmentID(number: number), bytes: bytes, lastUse: lastUse)
    }
    let now = 1_800_000_000
    let segments = [segment(1, 400, now), segment(2, 400, now - 10), segment(3, 400, now + 1_000)]
    func victims(limit: Int, _ now: Int = now) -> [UInt64] {
      SegmentSweep(segments, limitBytes: limit, at: now).victims.map(\.number)
    }
    #expect(victims(limit: 1_200) == [])
    #expect(victims(limit: 1_000) == [2])
    #expect(victims(limit: 500) == [2, 1])
    #expect(victims(limit: 0) == [2, 1, 3])
    #expect(victims(limit: 1_200, now + SegmentSweep.longestRest - 5) == [2])
    // A clock that was set back makes nothing older.
    #expect(victims(limit: 1_200, 0) == [])
  }

  @Test func `an entry beyond a tenth of the limit is not stored, and without a limit none`() throws
  {
    let fixture = try StoreFixture(limitBytes: 10_000)
    #expect(!fixture.store.store(Data(count: 1_001), for: fixture.key(1)))
    #expect(fixture.store.store(Data(count: 1_000), for: fixture.key(1)))
    let none = try StoreFixture(limitBytes: 0)
    #expect(!none.store.store(Data([1]), for: none.key(1)) && none.files.isEmpty)
  }

  @Test func `a folder that cannot be made is said in a sentence, and harms nothing`() throws {
    let store = ThumbnailCache(folder: "/dev/null/x", limitBytes: 1 << 20)
    let key = ThumbnailKey(
      file: FileIdentity(device: 1, inode: 1, size: 1, modified: 1), scale: 1)
    #expect(store.problem == nil)
    #expect(!store.store(Data([1]), for: key))
    #expect(store.bytes(for: key) == nil)
    #expect(store.problem?.contains("/dev/null/x") == true)
  }

  @Test func `many short runs fill one segment after the other`() throws {
    var fixture = try StoreFixture()
    for number in 0..<30 {
      fixture.store.store(Data(count: 1_000), for: fixture.key(UInt64(number)))
      fixture.store.flush()
      fixture = try fixture.another()
    }
    // A queue may hold the last run's for a moment.
    #expect(fixture.segments.count < 8)
    #expect((0..<30).allSatisfy { fixture.store.mayContain(fixture.key($0)) })
  }

  @Test func `a segment that another process removes is not written to any more`() throws {
    let fixture = try StoreFixture()
    fixture.store.store(Data([1]), for: fixture.key(1))
    try FileManager.default.removeItem(atPath: fixture.path(fixture.segments[0]))
    fixture.store.store(Data([2]), for: fixture.key(2))
    #expect(try fixture.another().store.bytes(for: fixture.key(2)) == Data([2]))
  }

  @Test func `clearing removes the store's files alone`() throws {
    let fixture = try StoreFixture()
    fixture.store.store(Data([1]), for: fixture.key(1))
    fixture.store.flush()
    try fixture.write([1], to: "a person's")
    try fixture.store.removeAll()
    #expect(fixture.files == ["a person's"])
    #expect(fixture.store.bytes(for: fixture.key(1)) == nil)
    fixture.store.store(Data([2]), for: fixture.key(1))
    #expect(fixture.store.bytes(for: fixture.key(1)) == Data([2]))
  }

  @Test func `clearing says why a file stays, and removes the others`() throws {
    let fixture = try StoreFixture()
    fixture.store.store(Data([1]), for: fixture.key(1))
    try FileManager.default.createDirectory(
      atPath: fixture.path(KeyIndex.fileName), withIntermediateDirectories: false)
    #expect(throws: SystemError(number: EISDIR)) { try fixture.store.removeAll() }
    #expect(fixture.files == [KeyIndex.fileName])
  }
}
