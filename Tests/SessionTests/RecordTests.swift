import Foundation
import GalleryCore
import Raster
import Testing

/// What `--record` writes, and that `--replay` does it again.
@Suite(.timeLimit(.minutes(3))) struct RecordTests {
  private static let script = "idle down*3@50 : 5 0 enter wheel:2 ctrl-d resize:100x30 click:3,4"
  private static let events: [Event] =
    Array(repeating: .key(.down), count: 3)
    + [Key.character(":"), .character("5"), .character("0"), .enter, .wheel(2), .control("d")]
    .map(Event.key)
    + [
      .resized(CellSize(columns: 100, rows: 30)), .key(.click(CellPoint(column: 3, row: 4))),
    ]

  private func recording(_ path: String) throws -> SessionRecording {
    try SessionRecording(parsing: String(contentsOfFile: path, encoding: .utf8))
  }

  @Test func `a session is written down as it was`() async throws {
    try await inFolder { folder in
      let path = folder + "/session.txt"
      let outcome = try await BuiltProgram.run([
        "--script", Self.script, "--record", path, "--latency", "1", "--count", "300", "--layout",
        "grid", "--tile", "20x9", "--size", "90x30",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let recording = try recording(path)
      #expect(recording.screen == CellSize(columns: 90, rows: 30))
      #expect(recording.layout == .grid)
      #expect(
        recording.tile == TileSize(cells: CellSize(columns: 20, rows: 9), elsewhere: .fitting))
      #expect(recording.itemCount == 300)
      #expect(recording.moments.map(\.event) == Self.events)
      // presses of a rate of 50 a second, as the script gave them: never early
      let downs = recording.moments.prefix(3).map(\.at)
      #expect(downs[1] >= .milliseconds(20) && downs[2] >= .milliseconds(40))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["session.txt"])
    }
  }

  @Test func `a replay presses the same keys, none of them early`() async throws {
    try await inFolder { folder in
      let (first, second) = (folder + "/first.txt", folder + "/second.txt")
      _ = try await BuiltProgram.run([
        "--script", Self.script, "--record", first, "--latency", "1", "--size", "70x21",
      ])
      let outcome = try await BuiltProgram.run([
        "--replay", first, "--record", second, "--latency", "1", "--dump",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      // the screen has become 100x30 by then
      #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count == 31)
      let (played, replayed) = (try recording(first), try recording(second))
      #expect(replayed.screen == CellSize(columns: 70, rows: 21))
      #expect(replayed.moments.map(\.event) == played.moments.map(\.event))
      for (moment, again) in zip(played.moments, replayed.moments) {
        #expect(again.at >= moment.at)
      }
      #expect(replayed.end >= played.end)
    }
  }

  /// What is typed at the end, the key that it is, and how the program ends of it or of a signal.
  private static let endings: [(String, Key?, PseudoTerminal.Ending)] = [
    ("q", .character("q"), .status(0)), ("\u{3}", .control("c"), .status(130)),
    ("", nil, .signal(SIGTERM)), ("", nil, .signal(SIGHUP)),
  ]

  @Test(arguments: endings)
  func `a session in a terminal is kept however it ends`(
    typed: String, key: Key?, ending: PseudoTerminal.Ending
  ) async throws {
    try await inFolder { folder in
      let path = folder + "/session.txt"
      let terminal = try PseudoTerminal(["--latency", "1", "--record", path])
      try #require(try await eventually { terminal.text.contains("food") })
      terminal.type("\u{1B}[B/é\r")
      // a search that finds nothing says so: everything typed has been read
      try #require(try await eventually { terminal.text.contains("caption") })
      terminal.type(typed)
      if case .signal(let signal) = ending { kill(terminal.child, signal) }
      #expect(try await eventually { terminal.ending != nil })
      #expect(terminal.ending == ending)
      let keys = [Key.down, .character("/"), .character("é"), .enter] + [key].compactMap(\.self)
      let recording = try recording(path)
      #expect(recording.screen == CellSize(columns: 100, rows: 33))
      #expect(recording.moments.map(\.event) == keys.map(Event.key))
    }
  }

  @Test func `a size that the terminal took on while the program was suspended is kept`()
    async throws
  {
    try await inFolder { folder in
      let path = folder + "/session.txt"
      let screen = try TmuxScreen()
      try await screen.waitFor("prompt>")
      try screen.enter("\(BuiltProgram.path) --latency 5 --record \(path)")
      try await screen.waitFor("? keys")
      try screen.press("Down")
      try await screen.waitFor("2/100 food 1")
      try screen.press("C-z")
      try await screen.waitUntil("the shell") { !$0.contains("food 1") }
      try screen.resize(columns: 70, rows: 20)
      try screen.enter("fg")
      try await screen.waitFor("2/100 food 1")
      try screen.press("q")
      #expect(try await eventually { FileManager.default.fileExists(atPath: path) })
      #expect(
        try recording(path).moments.map(\.event) == [
          .key(.down), .key(.control("z")), .resized(CellSize(columns: 70, rows: 20)),
          .key(.character("q")),
        ])
    }
  }
}
