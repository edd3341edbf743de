import Foundation
import TestSupport
import Testing

@testable import DiskCache

@Suite(.timeLimit(.minutes(1))) struct DataCacheTests {
  @Test func `a stored entry is found, in this process and the next`() throws {
    let fixture = try CacheFixture()
    let entry = fixture.entry(7, count: 100_000)
    fixture.cache.store(entry, for: "a")
    #expect(fixture.cache.entry(for: "a")?.bytes == entry.bytes)
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "a")?.bytes == entry.bytes)
    let next = try fixture.reopened()
    #expect(next.cache.entry(for: "a")?.bytes == entry.bytes)
    #expect(next.cache.entry(for: "a")?.metadata == entry.metadata)
    #expect(next.cache.entry(for: "b") == nil)
  }

  @Test func `until it is written it is read from the staging area`() throws {
    let fixture = try CacheFixture()
    fixture.queue.suspend()
    fixture.cache.store(fixture.entry(1), for: "a")
    fixture.cache.refresh(fixture.metadata(freshFor: 999, tag: "W/\"1\""), for: "a")
    #expect(fixture.files.isEmpty)
    #expect(fixture.cache.entry(for: "a")?.bytes == fixture.entry(1).bytes)
    #expect(fixture.cache.entry(for: "a")?.metadata.validators.entityTag == "W/\"1\"")
    fixture.cache.remove(for: "a")
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.queue.resume()
    fixture.cache.flush()
    #expect(fixture.entryFiles.isEmpty)
  }

  @Test func `empty bytes, and validators that there are none of, come back so`() throws {
    let fixture = try CacheFixture()
    let metadata = CacheMetadata(
      validators: Validators(),
      freshness: Freshness(storedAt: 5, freshUntil: -9, mayBeShownWhenDisconnected: false))
    fixture.cache.store(CachedData(bytes: Data(), metadata: metadata), for: "a")
    let found = try #require(fixture.reopened().cache.entry(for: "a"))
    #expect(found.bytes.isEmpty && found.metadata == metadata)
  }

  @Test func `an identity may be any text`() throws {
    let fixture = try CacheFixture()
    let names = [
      "../../x", "a/b", "é", "e\u{301}", "a\u{0}b", String(repeating: "l", count: 9_000),
    ]
    for (number, name) in names.enumerated() {
      fixture.cache.store(fixture.entry(UInt8(number)), for: name)
    }
    let next = try fixture.reopened()
    for (number, name) in names.enumerated() {
      #expect(next.cache.entry(for: name)?.bytes.first == UInt8(number))
    }
    #expect(next.entryFiles.count == names.count && next.files.count == names.count + 1)
  }

  @Test func `an identity that is too long for a header is not stored`() throws {
    let fixture = try CacheFixture()
    let name = String(repeating: "l", count: 20_000)
    fixture.cache.store(fixture.entry(1), for: name)
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: name) == nil)
    #expect(fixture.entryFiles.isEmpty && fixture.cache.problem == nil)
  }

  @Test func `for an empty identity there is no file, and nothing is stored`() throws {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1), for: "")
    #expect(fixture.cache.entry(for: "") == nil)
    fixture.cache.flush()
    #expect(fixture.files.isEmpty)
  }

  @Test func `removing everything hides it at once, and later stores survive`() throws {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1), for: "on disk")
    fixture.cache.flush()
    fixture.queue.suspend()
    fixture.cache.store(fixture.entry(2), for: "staged")
    fixture.cache.removeAll()
    #expect(fixture.cache.entry(for: "on disk") == nil)
    #expect(fixture.cache.entry(for: "staged") == nil)
    fixture.cache.store(fixture.entry(3), for: "later")
    #expect(fixture.cache.entry(for: "later")?.bytes.first == 3)
    fixture.queue.resume()
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "on disk") == nil)
    #expect(fixture.cache.entry(for: "later")?.bytes.first == 3)
    #expect(fixture.entryFiles.count == 1)
  }

  @Test func `removing everything twice wins over the stores between`() throws {
    let fixture = try CacheFixture()
    fixture.queue.suspend()
    fixture.cache.removeAll()
    fixture.cache.store(fixture.entry(1), for: "a")
    fixture.cache.removeAll()
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.queue.resume()
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "a") == nil && fixture.entryFiles.isEmpty)
  }

  @Test func `a refresh changes what is known, and not the bytes`() throws {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1, count: 5_000), for: "a")
    fixture.cache.flush()
    // The tags have the same length, which is written in place, and others, which are written anew.
    for (seconds, tag) in [(70, "\"1\""), (80, "W/\"1\""), (90, nil), (100, "\"1\"")] {
      let metadata = fixture.metadata(freshFor: seconds, tag: tag)
      fixture.cache.refresh(metadata, for: "a")
      #expect(fixture.cache.entry(for: "a")?.metadata == metadata)
      fixture.cache.flush()
      #expect(fixture.cache.entry(for: "a")?.metadata == metadata)
      #expect(fixture.cache.entry(for: "a")?.bytes == fixture.entry(1, count: 5_000).bytes)
    }
    #expect(fixture.entryFiles.count == 1)
  }

  @Test func `a refresh is only of the version that was confirmed`() throws {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1), for: "a")
    for isFlushed in [false, true] {
      if isFlushed { fixture.cache.flush() }
      fixture.cache.refresh(fixture.metadata(freshFor: 999, tag: "\"other\""), for: "a")
      #expect(fixture.cache.entry(for: "a")?.metadata == fixture.entry(1).metadata)
      fixture.cache.flush()
      #expect(fixture.cache.entry(for: "a")?.metadata == fixture.entry(1).metadata)
    }
  }

  @Test func `validators contradict each other where both have one`() {
    let one = Validators(entityTag: "\"1\"", lastModified: "a")
    #expect(!one.contradict(one) && !one.contradict(Validators()))
    #expect(!one.contradict(Validators(entityTag: "W/\"1\"", lastModified: "b")))
    #expect(one.contradict(Validators(entityTag: "\"2\"", lastModified: "a")))
    #expect(one.contradict(Validators(lastModified: "b")))
    #expect(!one.contradict(Validators(lastModified: "a")))
  }

  @Test func `a refresh of what is not there makes nothing`() throws {
    let fixture = try CacheFixture()
    fixture.cache.refresh(fixture.metadata(freshFor: 9, tag: "x"), for: "a")
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "a") == nil && fixture.files.isEmpty)
    #expect(fixture.cache.problem == nil)
  }

  @Test func `where too much waits to be written nothing is stored, and no older version stays`()
    throws
  {
    let fixture = try CacheFixture(stagingLimitBytes: 1_000)
    fixture.cache.store(fixture.entry(1), for: "a")
    fixture.cache.flush()
    fixture.queue.suspend()
    fixture.cache.store(fixture.entry(2, count: 900), for: "b")
    fixture.cache.store(fixture.entry(3, count: 200), for: "a")
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.store(fixture.entry(4, count: 1_000), for: "b")
    #expect(fixture.cache.entry(for: "b")?.bytes.first == 4)
    fixture.queue.resume()
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.store(fixture.entry(5, count: 900), for: "c")
    #expect(fixture.cache.entry(for: "c")?.bytes.first == 5)
  }

  @Test func `an entry of over a tenth of the limit is not stored`() throws {
    let fixture = try CacheFixture(limitBytes: 1_000_000)
    fixture.cache.store(fixture.entry(1, count: 100_000), for: "a")
    fixture.cache.store(fixture.entry(2, count: 100_001), for: "b")
    #expect(fixture.cache.entry(for: "a") != nil && fixture.cache.entry(for: "b") == nil)
    fixture.cache.store(fixture.entry(3, count: 100_001), for: "a")
    fixture.cache.flush()
    #expect(fixture.cache.entry(for: "a") == nil)
  }

  @Test(arguments: [0, -1]) func `a limit of nothing stores nothing`(limit: Int) throws {
    let fixture = try CacheFixture(limitBytes: limit)
    fixture.cache.store(CachedData(bytes: Data(), metadata: fixture.entry(1).metadata), for: "a")
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.flush()
    #expect(!FileManager.default.fileExists(atPath: fixture.cache.folder))
  }

  @Test func `making a cache and asking it writes nothing`() throws {
    let fixture = try CacheFixture()
    #expect(fixture.cache.entry(for: "a") == nil)
    fixture.cache.remove(for: "a")
    fixture.cache.removeAll()
    fixture.cache.flush()
    #expect(fixture.cache.usage() == (0, 0))
    #expect(!FileManager.default.fileExists(atPath: fixture.cache.folder))
    #expect(fixture.cache.problem == nil)
  }

  @Test func `nobody else may look into it`() throws {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1), for: "a")
    fixture.cache.flush()
    #expect(fixture.mode("") == 0o700 && fixture.mode("v1") == 0o700)
    let file = try #require(fixture.entryFiles.first)
    #expect(fixture.mode(file) == 0o600)
    #expect(fixture.mode(String(file.prefix(5))) == 0o700)
  }

  @Test func `usage counts what is on the disk, by whole blocks`() throws {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1, count: 10), for: "a")
    fixture.cache.store(fixture.entry(1, count: 5_000), for: "b")
    fixture.cache.flush()
    #expect(fixture.cache.usage() == (3 * 4_096, 2))
  }

  @Test func `it stands five threads at once`() async throws {
    let fixture = try CacheFixture()
    let cache = fixture.cache
    let entries = (0..<20).map { fixture.entry(UInt8($0), count: 3_000) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<5 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(thread))
          for _ in 0..<300 {
            let number = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: cache.store(entries[number], for: "\(number)")
            case 3: cache.remove(for: "\(number)")
            case 4: cache.refresh(entries[number].metadata, for: "\(number)")
            case 5: cache.flush()
            default:
              let found = cache.entry(for: "\(number)")
              #expect(found == nil || found?.bytes == entries[number].bytes)
            }
            if number == 0, thread == 0 { cache.removeAll() }
          }
        }
      }
    }
    cache.flush()
    for number in 0..<20 { cache.store(entries[number], for: "\(number)") }
    cache.flush()
    #expect(cache.usage().count == 20)
  }

  @Test func `the folder is XDG's, unless that is a relative path`() {
    func folder(_ environment: [String: String]) -> String? {
      DataCache.defaultFolder(of: "gallery", environment: environment)
    }
    #expect(folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/gallery")
    #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/gallery")
    #expect(folder(["XDG_CACHE_HOME": "", "HOME": "/h"]) == "/h/.cache/gallery")
    #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "h"]) == nil)
    #expect(folder([:]) == nil)
  }
}
