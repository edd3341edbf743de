import Foundation
import Testing

/// What the program says on standard error when it can't do what it was asked.
@Suite(.timeLimit(.minutes(2))) struct SentenceTests {
  private static let hostile = "a\u{1B}]0;b\u{7}\u{9B}31m\nfilmstrip: forged\u{202E}"

  @Test(arguments: [
    [hostile], ["/no/\(hostile)"], ["--replay", hostile], ["--report", "/no/\(hostile)"],
    ["--layout", hostile], ["--layout=\(hostile)"], ["--\(hostile)"], ["--\(hostile)=x"],
    ["-\u{1B}"], ["serve", hostile], ["--script", hostile], ["--size", hostile],
    ["cache", hostile], ["xx://\(hostile)"],
  ])
  func `names and values can't reach the terminal`(arguments: [String]) async throws {
    Self.expectHarmless(try await BuiltProgram.run(arguments))
  }

  @Test(arguments: [
    ["scroll", "--trace", hostile], ["loads", "hits", "/no/\(hostile)"], [hostile],
  ])
  func `nor can they in the laboratory`(arguments: [String]) async throws {
    Self.expectHarmless(try await BuiltProgram.run(arguments, of: BuiltProgram.lab))
  }

  private static func expectHarmless(_ outcome: BuiltProgram.Outcome) {
    #expect(outcome.status != 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(!lines.isEmpty)
    #expect(!lines.contains { $0.hasPrefix("filmstrip: forged") }, "\(outcome.errors)")
    let isHarmless = outcome.errors.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
    }
    #expect(isHarmless, "\(outcome.errors.debugDescription)")
  }

  @Test(arguments: [
    ["--memory-limit", "-5"], ["--disk-limit", "-1"], ["--timeout", "-3"], ["--connections", "-1"],
    ["--size", "x", "--script", "quit"], ["--size", "-5", "--script", "quit"], ["--tile", "-3"],
    ["--count", "-1"], ["--first", "-2"], ["--fps", "-60"], ["--latency", "-1"],
    ["--jitter", "-1"],
    ["--bandwidth", "-5"], ["--fail-rate", "-0.5"], ["--seed", "-1"], ["--max-bytes", "-1"],
    ["--max-pixels", "1.5"], ["--memory-limit", "5T"], ["--link-bandwidth", "-1K"],
  ])
  func `a value that is wrong is named, with what would be right`(
    arguments: [String]
  ) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == 64)
    let first = try #require(outcome.errors.split(separator: "\n").first)
    #expect(first.contains(arguments[0]), "\(outcome.errors)")
    #expect(!outcome.errors.contains("Missing value"))
    let saysWhat = [" takes ", "Help:"].contains { outcome.errors.contains($0) }
    #expect(saysWhat, "\(outcome.errors)")
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["browse", "--help"], ["~/Pictures", "--help"]])
  func `the first page of help shows how to look at pictures`(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    for part in [
      "filmstrip [<source> ...]", "filmstrip ~/Pictures", "{index}", "--layout", "--memory-limit",
      "--graphics", "--latency", "--replay", "filmstrip serve", "filmstrip cache",
      "filmstrip-lab",
    ] {
      #expect(outcome.output.contains(part), "\(part)")
    }
  }

  @Test func `subcommands have their own help`() async throws {
    let outcome = try await BuiltProgram.run(["serve", "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("--port") && !outcome.output.contains("--layout"))
  }

  @Test(arguments: ["empty.png", "half.bmp"])
  func `a file that is empty or ends early says so`(name: String) async throws {
    try await inFolder { folder in
      let path = "\(folder)/\(name)"
      try (name == "empty.png" ? Data() : Self.halfBitmap).write(to: URL(fileURLWithPath: path))
      let outcome = try await BuiltProgram.run([
        path, "--script", "idle i idle", "--size", "100x30", "--dump",
      ])
      #expect(
        outcome.output.contains(name == "empty.png" ? "the file is empty" : "ends early"),
        "\(outcome.output)")
    }
  }

  /// 40x40 pixels of 24 bits each, of which the first half of the rows is there.
  private static var halfBitmap: Data {
    func word(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let header =
      Array("BM".utf8) + word(54 + 4_800) + word(0) + word(54) + word(40) + word(40) + word(-40)
      + [1, 0, 24, 0] + word(0) + word(4_800) + word(2_835) + word(2_835) + word(0) + word(0)
    return Data(header + Array(repeating: 0x80, count: 2_400))
  }
}
