import Foundation
import Testing

/// The laboratory's command, on as little as shows it.
@Suite(.timeLimit(.minutes(2))) struct BenchPrefetchTests {
  private static let question = [
    "prefetch", "--trace", "held-arrow", "--link", "lte", "--prefetch", "off",
    "--prefetch", "adaptive",
  ]

  @Test func `the same seed prints the same bytes, another one others`() async throws {
    let first = try await BuiltProgram.run(Self.question + ["--json"], of: BuiltProgram.lab)
    let second = try await BuiltProgram.run(Self.question + ["--json"], of: BuiltProgram.lab)
    let other = try await BuiltProgram.run(
      Self.question + ["--json", "--seed", "2"], of: BuiltProgram.lab)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output == second.output)
    #expect(first.output != other.output)
  }

  @Test func `JSON has the bound, every policy and the verdicts`() async throws {
    let outcome = try await BuiltProgram.run(Self.question + ["--json"], of: BuiltProgram.lab)
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let report = try #require(json as? [String: Any])
    let cells = try #require(report["cells"] as? [[String: Any]])
    let cell = try #require(cells.first)
    #expect(cells.count == 1)
    let policies = try #require(cell["policies"] as? [String: [String: Any]])
    #expect(policies.keys.sorted() == ["adaptive", "off"])
    let figures = try #require(policies["off"]?["figures"] as? [String: Double])
    #expect(figures["blank_tile_ms", default: 0] >= cell["bound_tile_ms"] as? Double ?? .infinity)
    #expect((report["verdicts"] as? [Any])?.count == 4)
  }

  @Test func `a plot is written for each link`() async throws {
    let folder = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = try await BuiltProgram.run(
      Self.question + ["--plots", folder], of: BuiltProgram.lab)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/prefetch-lte.svg"))
  }

  @Test(arguments: ["/no/such/trace", "/dev/null"])
  func `a file that is missing or no recording ends with 66`(path: String) async throws {
    let outcome = try await BuiltProgram.run(["prefetch", "--trace", path], of: BuiltProgram.lab)
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains(path))
  }

  @Test func `a link of one's own is played, and a bad line named`() async throws {
    let path = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let question = [
      "prefetch", "--trace", "held-arrow", "--prefetch", "off", "--links", path,
    ]
    try "# mine\ntrain latency=300ms bandwidth=150K connect=3\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try await BuiltProgram.run(question, of: BuiltProgram.lab)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("train, seed 1"), "\(outcome.errors)")
    try "\ntrain latency=3\n".write(toFile: path, atomically: true, encoding: .utf8)
    let failure = try await BuiltProgram.run(question, of: BuiltProgram.lab)
    #expect(failure.status == 66 && failure.errors.contains("line 2"), "\(failure.errors)")
    #expect(
      try await BuiltProgram.run(question.dropLast() + ["/no/such/links"], of: BuiltProgram.lab)
        .status == 66)
  }

  @Test func `a wrong name is answered with the right ones`() async throws {
    let outcome = try await BuiltProgram.run(
      ["prefetch", "--link", "pigeon"], of: BuiltProgram.lab)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("loopback"))
  }
}
