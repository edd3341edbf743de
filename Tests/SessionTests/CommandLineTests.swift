import Foundation
import Testing

/// What the command line refuses, and with which status.
@Suite(.timeLimit(.minutes(2))) struct CommandLineTests {
  @Test(arguments: [
    ["--size", "80x24"], ["--dump"], ["--script", "dwon"], ["--count", "0"], ["--tile", "x"],
    ["--fps", "0"], ["--layout", "masonry"], ["--presenter", "direct", "--colors", "256"],
    ["--prefetch", "uikit"], ["--prefetch", "static", "--no-prefetch"], ["--graphics", "iterm"],
    ["--graphics", "kitty", "--presenter", "curses"], ["--symbols", "sixteenths"],
    ["--cache-dir", ""], ["--disk-limit", "1T"], ["cache", "shrink"],
    ["cache", "clear", "everything"], ["cache", "warm"],
    ["cache", "warm", "/tmp", "--target", "9"],
    ["cache", "info", "--disk-limit"],
    ["--latency", "5", "http://127.0.0.1:1/a.png"],
    ["serve", "--link-bandwidth", "0"], ["serve", "--bandwidth", "1K", "--link-bandwidth", "1K"],
    ["cache", "clear", "--disk-limit", "1G"],
    ["--trace", "-"],
    ["--no-such-option"],
    ["serve", "--port", "99999"], ["--count", "3", "/"], ["ftp://127.0.0.1/a.png"],
  ])
  func `wrong usage ends with 64 and a sentence`(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(!outcome.errors.isEmpty)
  }

  @Test(arguments: [
    ["prefetch", "--link", "pigeon"], ["scroll", "--link", "satellite"],
    ["scroll", "--port", "80"], ["scroll", "--front", "https://localhost"],
    ["prefetch", "--trace", "skimming"], ["prefetch", "--prefetch", "preheat"],
    ["scroll", "--link", "pigeon"], ["scroll", "--runs", "0"],
    ["loads", "schedule", "--entries", "0"], ["loads", "thumbnails"], ["bench"],
  ])
  func `wrong usage of the laboratory ends with 64 and a sentence`(
    arguments: [String]
  ) async throws {
    let outcome = try await BuiltProgram.run(arguments, of: BuiltProgram.lab)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(!outcome.errors.isEmpty)
  }

  @Test(arguments: [["bench"], ["bench", "loads", "hits"], ["bench", "--help"]])
  func `bench says in one sentence where it went`(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("filmstrip-lab"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
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

  @Test(arguments: [["--no-disk-cache"], ["--disk-limit", "1G", "--cache-dir", "/dev/null/x"]])
  func `where the disk cache is, and whether, harms no session`(options: [String]) async throws {
    let outcome = try await BuiltProgram.run(options + ["--script", "quit"])
    #expect(outcome.status == 0)
  }

  @Test func `a cache that is not there is an empty one`() async throws {
    let folder = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    let info = try await BuiltProgram.run(["cache", "info", "--cache-dir", folder])
    #expect(info.status == 0)
    #expect(
      info.output == """
        folder      \(folder)
        servers     0 entries, 0 B
        thumbnails  0 entries, 0 B
        limit       536.9 MB together

        """)
    let clear = try await BuiltProgram.run(["cache", "clear", "--cache-dir", folder])
    #expect(clear.status == 0 && clear.output == Self.removed("0 entries, 0 B"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `clearing the cache removes its own files, and says how much that was`() async throws {
    let folder = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let entries = folder + "/v1/0f"
    try FileManager.default.createDirectory(atPath: entries, withIntermediateDirectories: true)
    let names = [String(repeating: "a", count: 62), "notes.txt"]
    for name in names {
      try Data(count: 5_000).write(to: URL(fileURLWithPath: "\(entries)/\(name)"))
    }
    let info = try await BuiltProgram.run(["cache", "info", "--cache-dir", folder])
    #expect(info.output.contains("servers     1 entry, 8.2 KB\n"))
    let other = try await BuiltProgram.run(["cache", "clear", "thumbnails", "--cache-dir", folder])
    #expect(other.output == "removed thumbnails  0 entries, 0 B\n")
    let clear = try await BuiltProgram.run(["cache", "clear", "--cache-dir", folder])
    #expect(clear.output == Self.removed("1 entry, 8.2 KB"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: entries) == ["notes.txt"])
  }

  private static func removed(_ fromServers: String) -> String {
    "removed servers     \(fromServers)\nremoved thumbnails  0 entries, 0 B\n"
  }

  @Test func `help and version need no terminal`() async throws {
    #expect(try await BuiltProgram.run(["--help"]).status == 0)
    let version = try await BuiltProgram.run(["--version"])
    #expect(version.status == 0)
    #expect(
      try await BuiltProgram.run(["--version"], of: BuiltProgram.lab).output == version.output)
  }
}
