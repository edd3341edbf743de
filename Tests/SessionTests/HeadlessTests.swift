import Foundation
import Testing

/// The same program on a terminal in memory.
@Suite(.timeLimit(.minutes(3))) struct HeadlessTests {
  private func report(_ arguments: String...) async throws -> [String: Any] {
    let file = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let outcome = try await BuiltProgram.run(arguments + ["--report", file])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func figure(_ report: [String: Any], _ path: String...) throws -> Double {
    var value: Any? = report
    for name in path { value = (value as? [String: Any])?[name] }
    return try #require(value as? NSNumber, "\(path)").doubleValue
  }

  @Test func `the demo asks no proxy for its own server`() async throws {
    let outcome = try await BuiltProgram.run(
      ["--script", "idle", "--dump", "--size", "80x25", "--latency", "1"],
      environment: ["http_proxy": "http://127.0.0.1:9", "NO_PROXY": "example.org"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("24x16 pixels"))
  }

  @Test(arguments: ["direct", "curses"])
  func `the demo fills its first screen`(presenter: String) async throws {
    let outcome = try await BuiltProgram.run([
      "--script", "idle", "--dump", "--size", "80x25", "--latency", "1", "--presenter", presenter,
    ])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 26)
    #expect(outcome.output.contains("food 0"))
    #expect(outcome.output.contains("24x16 pixels"))
    #expect(!outcome.output.contains("loading"))
  }

  @Test func `loads of files begin before the first frame, those from servers after it`()
    async throws
  {
    try await inFolder { folder in
      try Data("no picture".utf8).write(to: URL(fileURLWithPath: "\(folder)/a.png"))
      let files = try await report(folder, "--script", "quit")
      #expect(
        try figure(files, "start", "first_load_ms") < figure(files, "start", "first_frame_ms"))
    }
    let demo = try await report("--script", "quit")
    #expect(try figure(demo, "start", "first_load_ms") > figure(demo, "start", "first_frame_ms"))
  }

  @Test func `pictures fill their tiles where that is asked for, by option or key`() async throws {
    try await inFolder { folder in
      // A black middle of just a tile's shape, and stripes left and right of it.
      let rows = (0..<320).map { y in
        (0..<960).map { (240..<720).contains($0) || y / 40 % 2 == 0 ? 0 : 255 } as [UInt8]
      }
      let picture = Data("P5 960 320 255\n".utf8) + Data(rows.joined())
      try picture.write(to: URL(fileURLWithPath: "\(folder)/wide.pgm"))
      func tile(_ keys: String, _ options: String...) async throws -> [Substring] {
        let outcome = try await BuiltProgram.run(
          [folder, "--script", keys, "--dump", "--layout", "list", "--tile", "24x8"] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
          .prefix(8).map { $0.prefix(24) }
      }
      let whole = try await tile("idle")
      let full = try await tile("idle", "--fit", "cover")
      #expect(whole.contains { $0.contains("▀") })
      #expect(!full.contains { $0.contains("▀") })
      #expect(try await tile("idle Z idle") == full)
      #expect(try await tile("idle Z idle Z idle") == whole)
    }
  }

  @Test func `the report adds up`() async throws {
    let report = try await report(
      "--script", "idle down*20 pgdn end home idle", "--latency", "2", "--count", "300")
    let ledger = try ["cancelled", "useful", "late", "wasted", "pending"].map {
      try figure(report, "prefetch", $0)
    }
    #expect(try figure(report, "prefetch", "announced") == ledger.reduce(0, +))
    for ratio in ["accuracy", "coverage", "timeliness"] {
      #expect((0...1).contains(try figure(report, "prefetch", ratio)))
    }
    for sum in ["useful_bytes", "late_bytes", "wasted_bytes", "pending_bytes"] {
      #expect(try figure(report, "prefetch", sum) >= 0)
    }
    #expect(try figure(report, "prefetch", "kept") <= figure(report, "prefetch", "pending"))
    #expect(try figure(report, "prefetch", "started") <= figure(report, "prefetch", "announced"))
    #expect(try figure(report, "version") == 1)
    #expect(try figure(report, "source", "items") == 300)
    #expect(try figure(report, "frames", "count") >= 24)
    #expect(try figure(report, "tiles", "blank_at_end") == 0)
    #expect(try figure(report, "tiles", "screen_complete_ms") > 0)
    #expect(try figure(report, "start", "first_frame_ms") > 0)
    #expect(try figure(report, "loads", "failed") == 0)
    #expect(
      try figure(report, "loads", "transfers") <= figure(report, "loads", "requested"))
    #expect(
      try figure(report, "loads", "finished_after_cancel") <= figure(report, "loads", "cancelled"))
    for phase in ["work_ms", "work_cpu_ms", "input_ms", "update_ms", "draw_ms", "present_ms"] {
      for percentile in ["p50", "p90", "p99", "max"] {
        #expect(try figure(report, "frames", phase, percentile) >= 0)
      }
    }
  }

  @Test func `ten million items are no more than a hundred`() async throws {
    // What starts the program holds more than it may have; that is not to be counted as the program's.
    let ballast = [UInt8](repeating: 1, count: 300 << 20)
    let report = try await report(
      "--script", "end pgup home idle", "--count", "10000000", "--latency", "1")
    withExtendedLifetime(ballast) {}
    #expect(try figure(report, "tiles", "blank_at_end") == 0)
    #expect(try figure(report, "memory", "peak_rss_bytes") < 200e6)
  }

  @Test func `failures are counted once an item`() async throws {
    let report = try await report(
      "--script", "idle down down up up idle", "--fail-rate", "1", "--latency", "1")
    #expect(try figure(report, "loads", "failed") > 0)
    // What failed ahead of the viewport is asked for again once it is on screen.
    #expect(try figure(report, "loads", "failed") <= figure(report, "loads", "requested"))
    #expect(try figure(report, "tiles", "blank_at_end") == 0)
  }

  @Test func `without prefetching nothing is announced`() async throws {
    let report = try await report("--script", "idle pgdn idle", "--no-prefetch", "--latency", "1")
    #expect(try figure(report, "prefetch", "announced") == 0)
    #expect(try figure(report, "prefetch", "demanded") > 0)
  }

  @Test(arguments: ["static", "adaptive"])
  func `every policy has the next page ready`(policy: String) async throws {
    let report = try await report(
      "--script", "idle down*9 idle", "--prefetch", policy, "--latency", "1")
    #expect(try figure(report, "prefetch", "useful") > 0)
    #expect(try figure(report, "tiles", "blank_at_end") == 0)
  }

  @Test(
    arguments: [
      ("S*3", "octant"), ("S*3 curses", "sextant"), ("S*3 curses direct", "octant"),
      ("curses S*3", "braille"),
    ])
  func `chosen symbols follow the presenter, and come back with it`(
    steps: String, symbols: String
  ) async throws {
    let keys = ["curses", "direct"].reduce(steps) {
      $0.replacing($1, with: ": paste:presenter%20\($1) enter")
    }
    let report = try await report("--latency", "1", "--count", "3", "--script", "idle \(keys) idle")
    let terminal = try #require(report["terminal"] as? [String: Any])
    #expect(terminal["symbols"] as? String == symbols)
  }

  @Test func `a resize in mid session is drawn at the new size`() async throws {
    let outcome = try await BuiltProgram.run([
      "--script", "idle resize:50x20 idle", "--dump", "--latency", "1",
    ])
    #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count == 21)
  }
}
