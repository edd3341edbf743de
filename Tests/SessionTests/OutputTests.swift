import Foundation
import GalleryCore
import Glibc
import Raster
import Recordings
import TestSupport
import Testing

/// A person asks for files about a session: `--record`, `--report` and `--trace`.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct OutputTests {
  private static let endings: [(typed: String, ChildProcess.Ending)] = [
    ("q", .status(0)), ("\u{3}", .status(130)), ("", .signal(SIGTERM)), ("", .signal(SIGHUP)),
  ]

  @Test(arguments: endings)
  func `a session is recorded however it ends, and replayed`(
    typed: String, ending: ChildProcess.Ending
  ) throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.path + "/first", folder.path + "/second")
    let terminal = try Terminal(["--latency", "1", "--record", first])
    try terminal.press(("", "food"), ("\u{1B}[B/é\r", "caption"))
    try terminal.type(typed)
    if case .signal(let signal) = ending { kill(terminal.process.id, signal) }
    #expect(try terminal.end() == ending)
    let keys: [Event] = [.key(.down), .key(.character("/")), .key(.character("é")), .key(.enter)]
    let recording = try SessionRecording(parsing: folder.text("first"))
    #expect(recording.moments.prefix(4).map(\.event) == keys)
    #expect(recording.screen == CellSize(columns: 100, rows: 33))
    let replay = try BuiltProgram.run([
      "--replay", first, "--record", second, "--latency", "1", "--dump",
    ])
    let status = if case .status(let status) = ending { status } else { Int32(0) }
    #expect(replay.status == status && replay.output.contains("food"), "\(replay)")
    let again = try SessionRecording(parsing: folder.text("second"))
    #expect(again.moments.map(\.event) == recording.moments.map(\.event))
  }

  @Test func `report, trace and recording go to files, pipes and descriptors`() throws {
    let folder = try TemporaryFolder()
    let shell = try ChildProcess([
      "bash", "-c",
      """
      cd "$1"; mkfifo pipe; cat pipe >trace & exec 3>record; echo before >&3
      "$0" --script 'idle down idle' --latency 1 --report report --trace pipe --record /dev/fd/3 || exit
      echo after >&3; wait
      """, BuiltProgram.path, folder.path,
    ])
    #expect(try shell.wait() == .status(0))
    #expect(try folder.text("report").hasPrefix("{"))
    #expect(try folder.text("trace").hasPrefix("{"))
    let record = try folder.text("record")
    #expect(record.hasPrefix("before\nfilmstrip session") && record.hasSuffix("\nafter\n"))
  }

  @Test func `an output that can't be written is said, and never between the pictures`() throws {
    for (arguments, sentence) in [
      (["--trace", "/dev/tty"], "the pictures are shown there"),
      (["--record", "/no/such/folder/file"], "there is no folder /no/such/folder"),
      (["--report", "/"], "a folder; name a file in it"),
    ] {
      let terminal = try Terminal(arguments)
      #expect(try terminal.end() == .status(73))
      try terminal.shows(sentence)
      #expect(!terminal.output.contains("\u{1B}[?1049h"))
    }
    for option in ["--report", "--trace", "--record"] {
      let terminal = try Terminal(["--latency", "1", option, "/dev/full"])
      try terminal.press(("", "24x16 pixels"), ("j", "2/100"))
      try terminal.type("q")
      #expect(try terminal.end() == .status(73))
      #expect(terminal.settings == terminal.settingsFound)
      try terminal.until("the reason") { terminal.output.contains("No space left") }
      let restored = try #require(terminal.output.range(of: "\u{1B}[?1049l"))
      #expect(
        terminal.output[restored.upperBound...].contains("\(option) /dev/full: No space left"))
    }
  }
}
