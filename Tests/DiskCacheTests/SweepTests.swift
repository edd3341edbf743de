import Foundation
import Glibc
import TestSupport
import Testing

@testable import DiskCache

@Suite(.timeLimit(.minutes(1))) struct SweepTests {
  private func file(_ number: Int, bytes: Int, lastUse: Int) throws -> CacheFile {
    CacheFile(key: try #require(CacheKey("\(number)")), bytes: bytes, lastUse: lastUse)
  }

  @Test func `a plan takes the least recently used, down to four fifths`() throws {
    let files = try (0..<10).map { try file($0, bytes: 4_096, lastUse: 100 - $0) }
    let plan = SweepPlan(files, limitBytes: 9 * 4_096, at: 200)
    #expect(plan.victims.map(\.lastUse) == [91, 92, 93])
    #expect(plan.remainingBytes == 7 * 4_096)
  }

  @Test func `under the limit a sweep removes nothing, and of nothing it is nothing`() throws {
    let files = try (0..<10).map { try file($0, bytes: 4_096, lastUse: 100) }
    #expect(SweepPlan(files, limitBytes: 10 * 4_096, at: 200).victims.isEmpty)
    #expect(SweepPlan([], limitBytes: 0, at: 200).victims.isEmpty)
    let fixture = try CacheFixture()
    #expect(fixture.cache.usage() == (0, 0))
    fixture.cache.store(fixture.entry(1), for: "a")
    fixture.cache.flush()
    let folder = CacheFolder(path: fixture.cache.folder)
    #expect(try folder.sweep(at: fixture.now, limitBytes: 4_096) == 4_096)
    #expect(fixture.cache.entry(for: "a") != nil)
  }

  @Test func `a use in the future counts as one now, and no size overflows`() throws {
    let files = [
      try file(1, bytes: .max, lastUse: .max), try file(2, bytes: .max, lastUse: 99),
      try file(3, bytes: -1, lastUse: .min),
    ]
    let plan = SweepPlan(files, limitBytes: 1 << 40, at: 100)
    #expect(plan.victims.map(\.lastUse) == [.min, 99, .max])
  }

  @Test func `the folder stays within its limit, whoever fills it, and keeps the latest`() throws {
    let limit = 1_000_000
    let fixture = try CacheFixture(limitBytes: limit)
    for number in 0..<100 {
      fixture.cache.store(fixture.entry(UInt8(number), count: 40_000), for: "\(number)")
      fixture.cache.flush()
      fixture.pass(seconds: 1)
      #expect(fixture.cache.usage().bytes <= limit + limit / 100 + 49_152)
    }
    #expect(fixture.cache.entry(for: "99") != nil && fixture.cache.entry(for: "0") == nil)
    #expect(fixture.cache.usage().bytes > limit / 2)
  }

  @Test func `a hit keeps an entry, and is noted once a minute`() throws {
    let fixture = try CacheFixture(limitBytes: 1_000_000)
    fixture.cache.store(fixture.entry(1, count: 40_000), for: "kept")
    fixture.cache.flush()
    let path = fixture.path(try #require(fixture.entryFiles.first))
    func lastUse() -> Int {
      var status = stat()
      stat(path, &status)
      return status.st_mtim.tv_sec
    }
    let stored = fixture.now
    fixture.pass(seconds: 59)
    _ = fixture.cache.entry(for: "kept")
    #expect(lastUse() == stored)
    fixture.pass(seconds: 1)
    _ = fixture.cache.entry(for: "kept")
    #expect(lastUse() == stored + 60)
    for number in 0..<60 {
      fixture.pass(seconds: 60)
      #expect(fixture.cache.entry(for: "kept") != nil)
      fixture.cache.store(fixture.entry(2, count: 40_000), for: "\(number)")
      fixture.cache.flush()
    }
    #expect(fixture.cache.entry(for: "kept") != nil && fixture.cache.entry(for: "0") == nil)
  }

  @Test func `a recent sweep that is recorded on disk spares the next start its own`() throws {
    let fixture = try CacheFixture(limitBytes: 1 << 30)
    for number in 0..<20 { fixture.cache.store(fixture.entry(1, count: 50_000), for: "\(number)") }
    #expect(fixture.cache.usage().count <= 20)
    // Over the limit of the next from the start; its first write finds the record of a moment ago.
    let soon = try fixture.reopened(limitBytes: 600_000, after: 10)
    soon.cache.store(soon.entry(2), for: "soon")
    soon.cache.flush()
    #expect(soon.cache.usage().count == 21)
    let later = try fixture.reopened(limitBytes: 600_000, after: 3_600)
    later.cache.store(later.entry(2), for: "later")
    later.cache.flush()
    #expect(later.cache.usage().bytes <= 480_000)
    #expect(later.cache.entry(for: "later") != nil)
  }

  @Test func `sweeps repeat`() {
    var schedule = SweepSchedule(limitBytes: 1_000)
    #expect(schedule.isDue(afterWriting: 1, at: 5_000) { nil })
    schedule.swept(leaving: 0)
    for _ in 0..<3 {
      #expect(!schedule.isDue(afterWriting: 100, at: 5_000) { nil })
      #expect(schedule.isDue(afterWriting: 1, at: 5_000) { nil })
      schedule.swept(leaving: 0)
    }
    schedule.swept(leaving: 950)
    #expect(!schedule.isDue(afterWriting: 50, at: 5_000) { nil })
    #expect(schedule.isDue(afterWriting: 1, at: 5_000) { nil })
  }

  @Test(arguments: [(nil, true), (4_401, false), (4_400, true), (5_000, false), (5_001, true)])
  func `the first write looks when others did last`(last: Int?, isDue: Bool) {
    var schedule = SweepSchedule(limitBytes: 1_000)
    #expect(schedule.isDue(afterWriting: 1, at: 5_000) { last } == isDue)
  }

  @Test func `files that killed processes left incomplete are swept after an hour`() throws {
    let fixture = try CacheFixture()
    fixture.cache.store(fixture.entry(1), for: "a")
    fixture.cache.flush()
    let folder = String(try #require(fixture.entryFiles.first).prefix(5))
    let names = ["tmp-1-1", "tmp-99999-3"].map { fixture.path("\(folder)/\($0)") }
    for name in names {
      try Data([1]).write(to: URL(fileURLWithPath: name))
      var times = utimbuf(actime: fixture.now, modtime: fixture.now)
      #expect(utime(name, &times) == 0)
    }
    func sweep() throws {
      _ = try CacheFolder(path: fixture.cache.folder).sweep(at: fixture.now, limitBytes: 1 << 20)
    }
    fixture.pass(seconds: 3_599)
    try sweep()
    #expect(names.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    fixture.pass(seconds: 1)
    try sweep()
    #expect(!names.contains { FileManager.default.fileExists(atPath: $0) })
    #expect(fixture.cache.entry(for: "a") != nil)
  }

  @Test func `only files of the cache's own are ever removed`() throws {
    let fixture = try CacheFixture(limitBytes: 1_000_000)
    fixture.cache.store(fixture.entry(1), for: "a")
    fixture.cache.flush()
    let own = try #require(fixture.entryFiles.first)
    let strangers = [
      "notes.txt", "v1/notes.txt", "\(own)x", "\(own.dropLast())G", "v1/zz/\(own.suffix(62))",
      "\(own.prefix(6))tmp-1", "\(own.prefix(6))tmp-1-x", "v2/\(own.suffix(65))",
    ]
    for name in strangers {
      let url = URL(fileURLWithPath: fixture.path(name))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(count: 100_000).write(to: url)
      var times = utimbuf(actime: 1, modtime: 1)
      #expect(utime(url.path, &times) == 0)
    }
    for number in 0..<40 {
      fixture.cache.store(fixture.entry(2, count: 90_000), for: "\(number)")
      fixture.cache.flush()
    }
    fixture.cache.removeAll()
    fixture.cache.flush()
    #expect(fixture.cache.usage() == (0, 0))
    #expect(fixture.files == (strangers + ["v1/swept"]).sorted())
  }
}
