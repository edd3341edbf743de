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

  @Test func `plots are written and tables stand between the marks of a page`() async throws {
    let folder = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let page = "\(folder)/page.md"
    let marks = [
      "<!-- From here on written by the laboratory -->",
      "<!-- Up to here written by the laboratory -->",
    ]
    try "before\n\(marks[0])\nold\n\(marks[1])\nafter\n"
      .write(toFile: page, atomically: true, encoding: .utf8)
    let options = ["--plots", "\(folder)/plots", "--page", page]
    let outcome = try await BuiltProgram.run(Self.question + options, of: BuiltProgram.lab)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let first = try String(contentsOfFile: page, encoding: .utf8)
    #expect(first.hasPrefix("before\n") && first.hasSuffix("after\n") && !first.contains("old"))
    #expect(first.contains("| held-arrow |"))
    #expect(FileManager.default.fileExists(atPath: "\(folder)/plots/prefetch-lte.svg"))
    _ = try await BuiltProgram.run(Self.question + options, of: BuiltProgram.lab)
    #expect(try String(contentsOfFile: page, encoding: .utf8) == first)
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

  @Test func `a page without marks is left as it is`() async throws {
    let page = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    try "nothing\n".write(toFile: page, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: page) }
    let outcome = try await BuiltProgram.run(
      Self.question + ["--page", page], of: BuiltProgram.lab)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("--page"))
    #expect(try String(contentsOfFile: page, encoding: .utf8) == "nothing\n")
  }

  @Test func `a wrong name is answered with the right ones`() async throws {
    let outcome = try await BuiltProgram.run(
      ["prefetch", "--link", "pigeon"], of: BuiltProgram.lab)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("loopback"))
  }
}
