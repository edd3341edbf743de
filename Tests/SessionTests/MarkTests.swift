import Foundation
import Glibc
import TestSupport
import Testing

/// A person marks pictures, and other programs take them.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct MarkTests {
  @Test func `q prints marked pictures in order, and Q none`() throws {
    let folder = try TemporaryFolder.withPictures()
    let ways: [(keys: String, options: String, status: Int32, printed: String)] = [
      ("j  q", "", 0, "p2.ppm\np3.ppm\n"), ("  Q", "", 2, ""), ("  \u{3}", "", 130, ""),
      ("q", "", 0, ""), ("q", "--select", 1, ""), (" q", "--select", 0, "p1.ppm\n"),
      ("  A u*q", "--select --print0", 0, "p4.ppm\0"),
      ("l\r", "--select-one", 0, "p2.ppm\n"), ("l q", "--select-one", 1, ""),
      ("VGq", "--select", 0, "p1.ppm\np2.ppm\np3.ppm\np4.ppm\n"),
    ]
    for way in ways {
      let script = "filmstrip --fresh --layout list \(way.options) p[1-4].ppm > out"
      let terminal = try Terminal(script: "\(script)", in: folder)
      try terminal.shows("1/4 p1.ppm")
      try terminal.type(way.keys)
      #expect(try terminal.end() == .status(way.status), "\(way)")
      #expect(try folder.text("out") == way.printed, "\(way)")
    }
  }

  @Test func `find, Filmstrip and xargs hand names on with any bytes`() throws {
    let folder = try TemporaryFolder()
    let names: [[UInt8]] = [
      Array("-n.ppm".utf8), Array("a b.ppm".utf8), Array("c\nd.ppm".utf8),
      [0xFF, 0x2E] + "ppm".utf8,
      Array("é%20\"'$(x).ppm".utf8),
    ]
    for name in names {
      let path = Array("\(folder.path)/".utf8) + name
      let file = (path.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
        $0.baseAddress.map { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) } ?? -1
      }
      try #require(file >= 0)
      try FileHandle(fileDescriptor: file, closeOnDealloc: true)
        .write(contentsOf: Data("P6 1 2 255\nabcdef".utf8))
    }
    let script = """
      find . -name '*.ppm' -print0 | sort -z > names
      find . -name '*.ppm' -print0 | sort -z | filmstrip -0 --select --print0 \
      | xargs -0 printf '%s\\0' > out
      """
    let terminal = try Terminal(script: script, in: folder)
    try terminal.shows("1/5")
    try terminal.type("aq")
    #expect(try terminal.end() == .status(0))
    let (found, out) = try (
      Data(contentsOf: folder.url.appendingPathComponent("names")),
      Data(contentsOf: folder.url.appendingPathComponent("out"))
    )
    #expect(!found.isEmpty && out == found)
    let folderNames = try Terminal(
      script: "filmstrip . --print0 > shown; sort -z shown > out", in: folder)
    try folderNames.shows("1/5")
    try folderNames.type("aq")
    _ = try folderNames.end()
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("out")) == found)
    let lines = try Terminal(script: "filmstrip . > out", in: folder)
    try lines.shows("1/5")
    try lines.type("aq")
    try lines.shows("1 name has a line break: --print0")
  }

  @Test func `rows of tables and JSON lists are printed as they are, a header first`() throws {
    let folder = try TemporaryFolder.withPictures()
    let table = "title,file\r\n\"one, \"\"1\"\"\",p1.ppm\r\ntwo,p2.ppm\r\n"
    _ = try folder.file("t.csv", Array(table.utf8))
    _ = try folder.file(
      "l.jsonl", Array("{\"url\": \"p3.ppm\",  \"n\":1}\n{\"url\":\"p4.ppm\"}\n".utf8))
    for (source, keys, printed) in [
      ("t.csv", "space*2", table.replacing("\r\n", with: "\n")),
      ("l.jsonl", "space", "{\"url\": \"p3.ppm\",  \"n\":1}\n"), ("p5.ppm", "space", "p5.ppm\n"),
    ] {
      let run = try BuiltProgram.run(
        [
          "-c",
          "cd '\(folder.path)' && '\(BuiltProgram.path)' --print-rows --script '\(keys)' \(source)",
        ],
        of: "/bin/sh")
      #expect(run.output.replacing("\r\n", with: "\n") == printed, "\(run)")
    }
  }

  @Test func `a chooser file is written as a whole, or not at all`() throws {
    let folder = try TemporaryFolder.withPictures()
    for (keys, options, text, status) in [
      ("space*2 quit", "", "p1.ppm\np2.ppm\n", Int32(0)), ("down quit", "--select", "old", 1),
      ("space Q", "", "old", 2),
    ] {
      _ = try folder.file("chosen", Array("old".utf8))
      let run = try BuiltProgram.run(
        [
          "-c",
          "cd '\(folder.path)' && '\(BuiltProgram.path)' \(options) --chooser-file chosen --script '\(keys)' p*.ppm",
        ], of: "/bin/sh")
      #expect(run.status == status && run.output == "" && run.errors == "", "\(run)")
      #expect(try folder.text("chosen") == text)
    }
    let refused = try BuiltProgram.run([
      "--chooser-file", folder.path + "/no/such/file", "--script", "space", folder.path,
    ])
    #expect(refused.status == 73 && refused.errors.contains("--chooser-file"))
  }

  @Test func `marks come back after a kill and a hang-up, and not after leaving or with --fresh`()
    async throws
  {
    let folder = try TemporaryFolder.withPictures()
    let state = try TemporaryFolder()
    var environment = BuiltProgram.environment()
    environment["XDG_STATE_HOME"] = state.path
    func start(_ options: String...) throws -> Terminal {
      try Terminal(options + [folder.path, "--layout", "list"], environment: environment)
    }
    func isKept(_ lines: Int) -> Bool {
      let marks = state.path + "/filmstrip/marks"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: marks)) ?? []
      let texts = names.compactMap {
        try? String(contentsOfFile: "\(marks)/\($0)", encoding: .utf8)
      }
      return texts.contains { $0.count { $0 == "\n" } == lines }
    }
    var terminal = try start()
    try terminal.press(("", "1/9"), ("  ", "2 marked"))
    await eventually("two marks are kept") { isKept(2) }
    kill(terminal.process.id, SIGKILL)
    _ = try terminal.process.wait()

    terminal = try start()
    try terminal.press(("", "2 marks restored; A clears them"), ("jj ", "3 marked"))
    await eventually("three marks are kept") { isKept(3) }
    terminal.hangUp()
    _ = try terminal.process.wait()

    terminal = try start()
    try terminal.press(("", "3 marks restored"))
    try terminal.type("\u{3}")
    #expect(try terminal.end() == .status(130))

    terminal = try start("--fresh")
    try terminal.press(("", "1/9"), ("G ", "1 marked"), ("*", "8 marked"))
    try terminal.type("Q")
    #expect(try terminal.end() == .status(2))

    terminal = try start()
    try terminal.press(("", "back at the picture of last time"), (" ", "1 marked"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: state.path + "/filmstrip/marks")
        == [])
  }
}
