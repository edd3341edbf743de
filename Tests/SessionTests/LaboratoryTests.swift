import Foundation
import TestSupport
import Testing

/// A person measures policies and links with `filmstrip-lab`.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct LaboratoryTests {
  /// Runs the laboratory, and decodes what it prints.
  private func report<Report: Decodable>(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Report {
    let outcome = try BuiltProgram.run(
      arguments + ["--json"], of: BuiltProgram.lab, environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  private struct Comparison: Decodable, Equatable {
    struct Cell: Decodable, Equatable {
      struct Policy: Decodable, Equatable { let figures: [String: Double] }
      let bound_tile_ms: Double
      let policies: [String: Policy]
    }
    struct Verdict: Decodable, Equatable {}
    let cells: [Cell]
    let verdicts: [Verdict]
  }

  @Test func `policies are compared over a link of one's own, and with the program itself`() throws
  {
    let folder = try TemporaryFolder()
    let links = try folder.file(
      "links", Array("# mine\ntrain latency=300ms bandwidth=150K connect=3\n".utf8))
    let question = [
      "prefetch", "--trace", "held-arrow", "--prefetch", "off", "--prefetch", "adaptive",
      "--links", links.path, "--plots", folder.path + "/plots",
    ]
    let first: Comparison = try report(question)
    let cell = try #require(first.cells.first)
    #expect(first.cells.count == 1 && first.verdicts.count == 4)
    #expect(cell.policies.keys.sorted() == ["adaptive", "off"])
    let blank = try #require(cell.policies["off"]?.figures["blank_tile_ms"])
    #expect(blank >= cell.bound_tile_ms)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/plots/prefetch-train.svg"))
    #expect(try report(question) == first)
    #expect(try report(question + ["--seed", "2"]) != first)
    _ = try folder.file("links", Array("\ntrain latency=3\n".utf8))
    let wrong = try BuiltProgram.run(question, of: BuiltProgram.lab)
    #expect(wrong.status == 66 && wrong.errors.contains("line 2"), "\(wrong.errors)")
    try playRecording(in: folder)
  }

  private struct Run: Decodable {
    let runs: [[String: Double]]
    let laboratory: [String: Double]
    let agrees: Bool
  }

  /// Plays a recording over a link that the server imitates.
  private func playRecording(in folder: TemporaryFolder) throws {
    let text = """
      filmstrip session 1
      screen 80x24
      layout list
      items 200
      0.300 pgdn
      0.600 down
      end 1.000

      """
    let trace = try folder.file("trace", Array(text.utf8)).path
    // The server is on the loopback, which no proxy leads to.
    let report: Run = try report(
      ["scroll", "--trace", trace, "--link", "tunnels", "--runs", "2"],
      environment: ["http_proxy": "http://127.0.0.1:9", "no_proxy": ""])
    #expect(report.runs.count == 2)
    for run in report.runs + [report.laboratory] {
      // Three lines of tiles for a second.
      let visible = try #require(run["visible_tile_ms"])
      #expect(visible > 1_000)
      #expect(try #require(run["blank_tile_ms"]) <= visible)
    }
    #expect(report.runs.allSatisfy { $0["received_bytes", default: 0] > 0 })
    for path in ["/no/such/trace", "/dev/null"] {
      let wrong = try BuiltProgram.run(["scroll", "--trace", path], of: BuiltProgram.lab)
      #expect(wrong.status == 66 && wrong.errors.contains(path), "\(wrong)")
    }
  }
}
