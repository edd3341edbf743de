import Foundation
import GalleryCore
import Glibc
import PlaceholderServer
import Raster
import Recordings
import TestSupport
import Testing

/// Every way out gives the terminal back as it was found, and keeps the recording.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct LeavingTests {
  private static let ways: [(typed: String, signal: Int32, ending: ChildProcess.Ending)] = [
    ("q", 0, .status(0)), ("\u{3}", 0, .status(130)),
    ("", SIGTERM, .signal(SIGTERM)), ("", SIGHUP, .signal(SIGHUP)), ("", SIGINT, .signal(SIGINT)),
    ("", SIGQUIT, .signal(SIGQUIT)), ("", SIGSEGV, .signal(SIGSEGV)),
    ("", SIGABRT, .signal(SIGABRT)),
  ]

  @Test(arguments: ["direct", "curses"])
  func `a key, a signal or a hang-up ends the program, and the terminal is as it was`(
    presenter: String
  ) throws {
    for way in Self.ways {
      let folder = try TemporaryFolder()
      let terminal = try Terminal([
        "--presenter", presenter, "--latency", "1", "--record", folder.path + "/first",
      ])
      try terminal.press(("", Scene(number: 1).caption), ("\u{1B}[B/ß\r", "caption"))
      try #require(terminal.settings != terminal.settingsFound)
      try terminal.type(way.typed)
      if way.signal != 0 { kill(terminal.process.id, way.signal) }
      #expect(try terminal.end() == way.ending)
      #expect(terminal.settings == terminal.settingsFound, "\(way)")
      for sequence in ["\u{1B}[?1049l", "\u{1B}[?25h"] {
        try terminal.until("\(way) restores the screen") { terminal.output.contains(sequence) }
      }
      if ![SIGSEGV, SIGABRT].contains(way.signal) { try expectRecording(in: folder, way.ending) }
    }
    let vanished = try Terminal(["--presenter", presenter, "--latency", "1"])
    try vanished.shows(Scene(number: 1).caption)
    vanished.hangUp()
    _ = try vanished.process.wait()
  }

  /// The recording has the keys that were typed, and a session that a key has ended is played again.
  private func expectRecording(
    in folder: TemporaryFolder, _ ending: ChildProcess.Ending
  ) throws {
    let keys: [Event] = [.key(.down), .key(.character("/")), .key(.character("ß")), .key(.enter)]
    let recording = try SessionRecording(parsing: folder.text("first"))
    #expect(recording.moments.prefix(4).map(\.event) == keys)
    #expect(recording.screen == CellSize(columns: 100, rows: 33))
    guard case .status(let status) = ending else { return }
    let replay = try BuiltProgram.run([
      "--replay", folder.path + "/first", "--record", folder.path + "/second", "--latency", "1",
      "--dump",
    ])
    #expect(
      replay.status == status && replay.output.contains(Scene(number: 1).caption), "\(replay)")
    let again = try SessionRecording(parsing: folder.text("second"))
    #expect(again.moments.map(\.event) == recording.moments.map(\.event))
    let terminal = try Terminal([
      "--replay", folder.path + "/first", "--on-terminal", "--latency", "1",
    ])
    #expect(try terminal.end() == ending)
    #expect(
      terminal.settings == terminal.settingsFound
        && terminal.output.contains(Scene(number: 1).caption))
  }

  /// The signals of `SignalQueue`.
  private static let blocked = [
    SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE,
  ]

  @Test func `no thread takes a signal, whatever source it reads, and a started program takes all`()
    throws
  {
    let folder = try TemporaryFolder.withPictures()
    _ = try folder.file("names.txt", Array("p1.ppm\np2.ppm\n".utf8))
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond(
        headers: ["Content-Type: text/html"], body: Data("<a href='x.ppm'>x.ppm</a>".utf8))
    }
    let terminal = try Terminal([
      folder.path, folder.path + "/names.txt", "http://127.0.0.1:\(server.port)/",
    ])
    try terminal.shows("1/12 p1.ppm")
    let threads = terminal.process.blockedSignals
    #expect(threads.count > 3)
    for signal in Self.blocked {
      let open = threads.filter { $0.mask >> UInt64(signal - 1) & 1 == 0 }.map(\.thread)
      #expect(open == [], "signal \(signal)")
    }
    try expectStartedProgramTakesSignals()
  }

  /// A program that this one starts blocks what was blocked when this one started.
  private func expectStartedProgramTakesSignals() throws {
    let folder = try TemporaryFolder()
    let script = """
      #!/bin/sh
      ln -s "$(sed -n 's/SigBlk:\t//p' /proc/self/status)" '\(folder.path)/blocked'
      """
    let tool = try folder.file("ffmpegthumbnailer", Array(script.utf8))
    chmod(tool.path, 0o755)
    _ = try folder.file("a.mp4", Array("no video".utf8))
    var environment = BuiltProgram.environment()
    environment["PATH"] = "\(folder.path):/usr/bin:/bin"
    let terminal = try Terminal(
      ["--block-signal=USR1", BuiltProgram.path, "--no-disk-cache", "--notify", "3", folder.path],
      of: "/usr/bin/env", environment: environment)
    try terminal.until("the poster has failed") { terminal.notices.contains("load ended 1") }
    let mask = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.path + "/blocked")
    #expect(UInt64(mask, radix: 16) == 1 << (SIGUSR1 - 1))
  }
}

extension ChildProcess {
  /// The signals that each thread blocks, by the thread's name; bit 0 is signal 1.
  fileprivate var blockedSignals: [(thread: String, mask: UInt64)] {
    let tasks = "/proc/\(id)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.compactMap { thread in
      // One that has ended meanwhile has no status.
      let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
      let fields = (status ?? "").split(separator: "\n").map { $0.split(separator: "\t") }
      func field(_ name: String) -> String? {
        fields.first { $0.first == Substring(name) }?.last.map(String.init)
      }
      guard let mask = field("SigBlk:").flatMap({ UInt64($0, radix: 16) }) else { return nil }
      return (field("Name:") ?? thread, mask)
    }
  }
}
