import CacheWriter
import Foundation
import TestSupport
import Testing

@testable import DiskCache

/// Several processes on one folder, some of which do not end well.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(2))) struct CacheProcessTests {
  /// Checks every entry that there is.
  ///
  /// - Returns: how many there are.
  private func countWhole(_ cache: DataCache, _ when: Comment) -> Int {
    (0..<100).count { name in
      guard let data = cache.entry(for: "entry \(name)") else { return false }
      #expect(NumberedEntry.isWhole(data, name: name), when)
      return true
    }
  }

  @Test func `entries of a killed process are whole or missing`() async throws {
    let fixture = try CacheFixture(limitBytes: 3 << 20)
    var random = SeededRandom(seed: 1)
    let output = fixture.folder.url.appendingPathComponent("said")
    for round in 0..<30 {
      let writer = try WriterProcess(
        folder: fixture.cache.folder, limitBytes: 3 << 20, first: round * 37, count: 0,
        output: output)
      await eventually("the writer has started") { writer.lines.first == "started" }
      // Any moment will do; that it differs from round to round is the point.
      try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000, using: &random)))
      writer.kill()
      #expect(countWhole(fixture.cache, "round \(round)") > 0)
    }
    // The clock of the kernel is ahead of a test's by nothing that an hour does not cover.
    let folder = CacheFolder(path: fixture.cache.folder)
    _ = try folder.sweep(at: Int(Date().timeIntervalSince1970) + 7_200, limitBytes: 3 << 20)
    #expect(!fixture.files.contains { $0.contains("tmp") })
    #expect(countWhole(fixture.cache, "swept") > 0)
  }

  @Test func `processes that write at once do not harm each other`() async throws {
    let fixture = try CacheFixture(limitBytes: 3 << 20)
    let outputs = (0..<2).map { fixture.folder.url.appendingPathComponent("said \($0)") }
    let one = try WriterProcess(
      folder: fixture.cache.folder, limitBytes: 3 << 20, first: 0, count: 300, output: outputs[0])
    let other = try WriterProcess(
      folder: fixture.cache.folder, limitBytes: 3 << 20, first: 10_050, count: 300,
      output: outputs[1])
    var statuses: (Int32?, Int32?)
    await eventually("both have ended") {
      _ = countWhole(fixture.cache, "while both write")
      statuses.0 = statuses.0 ?? one.poll()
      statuses.1 = statuses.1 ?? other.poll()
      return statuses.0 != nil && statuses.1 != nil
    }
    #expect(statuses.0 == 0 && statuses.1 == 0)
    for lines in [one.lines, other.lines] {
      #expect(lines.count == 3 && lines[1] == "no problem")
    }
    #expect(countWhole(fixture.cache, "afterwards") > 0)
    #expect(!fixture.files.contains { $0.contains("tmp") })
    #expect(fixture.cache.usage().bytes < 4 << 20)
  }
}
