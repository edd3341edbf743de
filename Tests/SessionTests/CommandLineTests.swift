import Foundation
import Testing

/// What the command line refuses, and with which status.
@Suite(.timeLimit(.minutes(2))) struct CommandLineTests {
  @Test(arguments: [
    ["--size", "80x24"], ["--dump"], ["--script", "dwon"], ["--count", "0"], ["--tile", "x"],
    ["--fps", "0"], ["--layout", "masonry"], ["--presenter", "direct", "--colors", "256"],
    ["--prefetch", "adaptive"], ["--graphics", "kitty"], ["--symbols", "braille"],
    ["--cache-dir", "/tmp"], ["--disk-limit", "1G"],
    ["--latency", "5", "http://127.0.0.1:1/a.png"],
    ["cache", "info"], ["bench", "prefetch"], ["bench", "scroll"], ["--no-such-option"],
    ["serve", "--port", "99999"], ["--count", "3", "/"], ["ftp://127.0.0.1/a.png"],
  ])
  func `wrong usage ends with 64 and a sentence`(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(!outcome.errors.isEmpty)
  }

  @Test(arguments: [
    "--prefetch adaptive", "--graphics kitty", "--symbols braille", "--cache-dir /x",
  ])
  func `what is not built yet is named`(option: String) async throws {
    let outcome = try await BuiltProgram.run(option.split(separator: " ").map(String.init))
    #expect(outcome.errors.contains("not built yet"))
    #expect(outcome.errors.contains(option.split(separator: " ")[0]))
  }

  @Test(arguments: ["/no/such/folder", "/dev", "/etc/passwd"])
  func `a source without pictures ends with 66`(source: String) async throws {
    let outcome = try await BuiltProgram.run([source])
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains(source))
  }

  @Test func `without a terminal it ends with 69`() async throws {
    let outcome = try await BuiltProgram.run([])
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("terminal"))
  }

  @Test func `no disk cache is accepted, because it is so`() async throws {
    let outcome = try await BuiltProgram.run(["--no-disk-cache", "--script", "quit"])
    #expect(outcome.status == 0)
  }

  @Test func `help and version need no terminal`() async throws {
    #expect(try await BuiltProgram.run(["--help"]).status == 0)
    #expect(try await BuiltProgram.run(["--version"]).status == 0)
  }
}
