import Foundation
import TestSupport
import Testing

/// A person plays a script without a terminal.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct HeadlessTests {
  @Test(arguments: ["direct", "curses"])
  func `the demo fills its first screen, and asks no proxy for its own server`(presenter: String)
    throws
  {
    let outcome = try BuiltProgram.run(
      [
        "--script", "idle resize:70x25 idle", "--dump", "--size", "80x25", "--latency", "1",
        "--presenter", presenter,
      ], environment: ["http_proxy": "http://127.0.0.1:9", "no_proxy": "example.org"])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 26)
    #expect(outcome.output.contains("food 0") && outcome.output.contains("24x16 pixels"))
    #expect(!outcome.output.contains("loading"))
  }

  @Test func `ten million items are no more than a hundred`() throws {
    // What starts the program holds more than it may have; that is not to be counted as the program's.
    let ballast = [UInt8](repeating: 1, count: 300 << 20)
    let report = try report("end pgup home idle", count: 10_000_000)
    withExtendedLifetime(ballast) {}
    #expect(report.source.items == 10_000_000 && report.tiles.blank_at_end == 0)
    #expect(report.memory.peak_rss_bytes < 200e6)
  }

  @Test func `chosen symbols follow the presenter, and come back with it`() throws {
    for (steps, symbols) in [
      ("S*3", "octant"), ("S*3 curses", "sextant"), ("S*3 curses direct", "octant"),
      ("curses S*3", "braille"),
    ] {
      let keys = ["curses", "direct"].reduce(steps) {
        $0.replacing($1, with: ": paste:presenter%20\($1) enter")
      }
      #expect(try report("idle \(keys) idle", count: 3).terminal.symbols == symbols, "\(steps)")
    }
  }

  private func report(_ script: String, count: Int) throws -> Report {
    let outcome = try BuiltProgram.run([
      "--script", script, "--count", "\(count)", "--latency", "1", "--report", "-",
    ])
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  private struct Report: Decodable {
    struct Terminal: Decodable { let symbols: String? }
    struct Source: Decodable { let items: Int }
    struct Tiles: Decodable { let blank_at_end: Int }
    struct Memory: Decodable { let peak_rss_bytes: Double }
    let source: Source
    let terminal: Terminal
    let tiles: Tiles
    let memory: Memory
  }
}
