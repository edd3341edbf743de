import Foundation
import PlaceholderServer
import TestSupport
import Testing

/// A person plays a script without a terminal.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct HeadlessTests {
  @Test(arguments: ["direct", "curses"])
  func `ten million items fill each screen like a hundred, and no proxy is asked for them`(
    presenter: String
  ) throws {
    let folder = try TemporaryFolder()
    // The process that starts the program holds more memory than it may; that does not count as the program's.
    let ballast = [UInt8](repeating: 1, count: 300 << 20)
    let outcome = try BuiltProgram.run(
      [
        "--script", "idle end pgup home idle resize:70x25 idle", "--dump", "--size", "80x25",
        "--latency", "1", "--count", "10000000", "--presenter", presenter, "--report",
        folder.path + "/report",
      ], environment: ["http_proxy": "http://127.0.0.1:9", "no_proxy": "example.org"])
    withExtendedLifetime(ballast) {}
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 26)
    #expect(
      outcome.output.contains(Scene(number: 0).caption) && outcome.output.contains("9x6 "))
    #expect(!outcome.output.contains("loading"))
    let report = try JSONDecoder().decode(Report.self, from: Data(folder.text("report").utf8))
    #expect(report.source.items == 10_000_000 && report.tiles.blank_at_end == 0)
    #expect(report.memory.peak_rss_bytes < 200e6)
  }

  private struct Report: Decodable {
    struct Source: Decodable { let items: Int }
    struct Tiles: Decodable { let blank_at_end: Int }
    struct Memory: Decodable { let peak_rss_bytes: Double }
    let source: Source
    let tiles: Tiles
    let memory: Memory
  }
}
