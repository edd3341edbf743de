import Foundation
import Testing

/// A trace in real time beside the laboratory's answer.
@Suite(.timeLimit(.minutes(2))) struct BenchScrollTests {
  /// A file with a second of paging.
  private static func trace() throws -> String {
    let path = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    let text = """
      filmstrip session 1
      screen 80x24
      layout list
      items 200
      0.300 pgdn
      0.600 down
      end 1.000

      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `each run is told beside the laboratory's`() async throws {
    let trace = try Self.trace()
    defer { try? FileManager.default.removeItem(atPath: trace) }
    let outcome = try await BuiltProgram.run(
      [
        "scroll", "--trace", trace, "--link", "lan", "--runs", "2", "--json",
      ], of: BuiltProgram.lab)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let report = try #require(json as? [String: Any])
    let runs = try #require(report["runs"] as? [[String: Double]])
    let laboratory = try #require(report["laboratory"] as? [String: Double])
    #expect(runs.count == 2)
    for run in runs {
      // Three lines of tiles for a second: the pictures have come, and were asked for only here.
      #expect(run["visible_tile_ms", default: 0] > 1_000)
      #expect(run["received_bytes", default: 0] > 8_000)
      #expect(run["blank_tile_ms", default: .infinity] <= run["visible_tile_ms", default: 0])
    }
    #expect(laboratory["visible_tile_ms", default: 0] > 1_000)
    #expect(report["agrees"] is Bool)
  }

  @Test func `outages are imitated`() async throws {
    let trace = try Self.trace()
    defer { try? FileManager.default.removeItem(atPath: trace) }
    let outcome = try await BuiltProgram.run(
      ["scroll", "--trace", trace, "--runs", "1", "--json", "--link", "tunnels"],
      of: BuiltProgram.lab)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let median = try #require((json as? [String: Any])?["median"] as? [String: Double])
    #expect(median["received_bytes", default: 0] > 8_000)
  }

  @Test(arguments: [["--link", "mount"], ["--link", "satellite"]])
  func `what the server cannot imitate is refused`(options: [String]) async throws {
    let outcome = try await BuiltProgram.run(["scroll"] + options, of: BuiltProgram.lab)
    #expect(outcome.status == 64)
    #expect(!outcome.errors.isEmpty)
  }

  @Test func `a trace that is neither known nor a file ends with 66`() async throws {
    let outcome = try await BuiltProgram.run(
      ["scroll", "--trace", "/no/such/trace"], of: BuiltProgram.lab)
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("/no/such/trace"))
  }

  @Test func `a proxy is not asked for what is on the loopback`() async throws {
    let trace = try Self.trace()
    defer { try? FileManager.default.removeItem(atPath: trace) }
    let outcome = try await BuiltProgram.run(
      ["scroll", "--trace", trace, "--link", "loopback", "--runs", "1", "--json"],
      of: BuiltProgram.lab,
      environment: ["http_proxy": "http://127.0.0.1:9"])
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let median = try #require((json as? [String: Any])?["median"] as? [String: Double])
    #expect(median["received_bytes", default: 0] > 8_000)
  }
}
