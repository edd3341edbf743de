import Foundation
import Testing

/// What `--trace` takes, and what it writes.
@Suite(.timeLimit(.minutes(2))) struct TraceTests {
  @Test func `standard output takes no trace`() async throws {
    #expect(try await BuiltProgram.run(["--trace", "-", "--script", "quit"]).status == 64)
  }

  @Test func `every load that has ended has a line`() async throws {
    try await inFolder { folder in
      let path = folder + "/trace.jsonl"
      try "what was there before".write(toFile: path, atomically: false, encoding: .utf8)
      let outcome = try await BuiltProgram.run([
        "--trace", path, "--script", "idle", "--size", "80x25", "--tile", "24x8",
        "--latency", "1", "--prefetch", "static",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 6)
      for line in lines {
        let load = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(load["outcome"] as? String == "loaded")
        #expect(load["source"] as? String == "network")
        #expect((load["url"] as? String)?.hasPrefix("http://127.0.0.1:") == true)
        for name in ["start_ms", "queue_ms", "first_byte_ms", "decode_ms", "total_ms", "bytes"] {
          #expect(try #require(load[name] as? NSNumber, "\(name)").doubleValue >= 0)
        }
        #expect(load["process_ms"] is NSNull)
      }
    }
  }
}
