import Foundation
import Glibc
import TestSupport
import Testing

/// A person runs other programs on pictures.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ProgramTests {
  /// A program of a shell script that writes its arguments to a file, one a line.
  private func script(_ name: String, _ text: String, in folder: TemporaryFolder) throws -> String {
    let path = try folder.file(name, Array("#!/bin/sh\n\(text)\n".utf8)).path
    chmod(path, 0o755)
    return path
  }

  private func environment(_ keys: String, in folder: TemporaryFolder) throws -> [String: String] {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/filmstrip", withIntermediateDirectories: false)
    _ = try folder.file("filmstrip/config.toml", Array("[keys]\n\(keys)\n".utf8))
    return BuiltProgram.environment().merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
  }

  @Test func `configured keys run programs with absolute paths, whatever bytes names have`() throws
  {
    let (pictures, tools) = (try TemporaryFolder(), try TemporaryFolder())
    for name in ["-rf $(touch pwned); '\"`x`.ppm", "b {} c.ppm"] {
      _ = try pictures.file(name, Array("P6 1 1 255\nabc".utf8))
    }
    let log = "\(tools.path)/log"
    let tool = try script("tool", "printf '%s\\n' \"$@\" >> '\(log)'", in: tools)
    let environment = try environment(
      """
      e = "\(tool) {} {}.bak {folder}"
      E = "\(tool) {marked} {url}"
      x = "\(tool)-missing {}"
      d = "\(tool) instead"
      """, in: tools)
    let check = try BuiltProgram.run(["config", "check"], environment: environment)
    #expect(check.status == 0 && check.output.contains("warning: d was trash"))
    let terminal = try Terminal([pictures.path, "--layout", "list"], environment: environment)
    try terminal.press(("", "1/2"), ("e", "tool has ended"))
    let first = "\(pictures.path)/-rf $(touch pwned); '\"`x`.ppm"
    #expect(try tools.text("log") == "\(first)\n\(first).bak\n\(pictures.path)\n")
    try tools.remove("log")
    try terminal.press(("  ", "2 marked"), ("E", "tool has ended"))
    let lines = try tools.text("log").split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines.prefix(2) == [first, "\(pictures.path)/b {} c.ppm"])
    #expect(lines.last == "file://\(pictures.path)/b%20%7B%7D%20c.ppm")
    try terminal.press(("x", "tool-missing was not started: No such file"), ("d", "tool has ended"))
    try terminal.press(("?", "Your own"), ("\u{1B}", "2 marked"))
    try terminal.type("Q")
    #expect(try terminal.end() == .status(2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: pictures.path).count == 2)
  }

  @Test func `a failure is shown with its status and output, and a typed line with its output`()
    throws
  {
    let (pictures, tools) = (try TemporaryFolder.withPictures(), try TemporaryFolder())
    let environment = try environment(
      "e = \"\(try script("tool", "echo some words >&2; exit 3", in: tools)) {}\"", in: tools)
    let terminal = try Terminal([pictures.path, "--layout", "list"], environment: environment)
    try terminal.press(("", "1/9"), ("e", "some words"))
    #expect(terminal.text.contains("exit status 3"))
    try terminal.press(
      ("\u{1B}", "1/9"), ("!", "{marked} all marked"), ("wc -c {}\r", "17 \(pictures.path)/p1.ppm"),
      ("\u{1B}", "1/9"), ("!", "{marked}"), ("wc '{}'\r", "{} is in quotes"),
      ("!", "{marked}"), ("wc {} | sort\r", "no shell reads"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }

  @Test func `a program in the terminal has it until it ends, and Ctrl-C is for it`() throws {
    let (pictures, tools) = (try TemporaryFolder.withPictures(), try TemporaryFolder())
    let tool = try script(
      "tool",
      "trap 'echo interrupted' INT; echo ready for \"$1\"; until read line; do :; done; echo \"got $line\"; read line",
      in: tools)
    let environment = try environment(
      "e = { run = \"\(tool) {}\", terminal = true }", in: tools)
    let terminal = try Terminal([pictures.path, "--layout", "list"], environment: environment)
    try terminal.press(("", "1/9"), ("e", "ready for \(pictures.path)/p1.ppm"))
    #expect(!terminal.text.contains("1/9"))
    try terminal.press(("\u{3}", "interrupted"))
    try terminal.press(("hello\r", "got hello"), ("\r", "1/9"))
    #expect(!terminal.text.contains("got hello"))
    try terminal.press(("j", "2/9"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }

  @Test func `y copies paths, or URLs without credentials, to the clipboard of the terminal`()
    throws
  {
    let pictures = try TemporaryFolder.withPictures()
    func copies(_ text: String, _ terminal: Terminal) throws {
      let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
      try terminal.until("a copy of \(text)") {
        String(decoding: terminal.written, as: UTF8.self).contains(sequence)
      }
    }
    let terminal = try Terminal([pictures.path, "--layout", "list"])
    let paths = (1...2).map { "\(pictures.path)/p\($0).ppm" }
    try terminal.press(("", "1/9"), ("y", "copied: "))
    try copies(paths[0], terminal)
    try terminal.press(("  ", "2 marked"), ("y", "copied: 2 names, one a line"))
    try copies(paths.joined(separator: "\n"), terminal)
    try terminal.type("Q")
    #expect(try terminal.end() == .status(2))
    let list = try pictures.file("list.txt", Array("https://me:secret@127.0.0.1:1/a.png\n".utf8))
    let server = try Terminal([list.path, "--layout", "list"])
    try server.press(("", "a.png"), ("y", "copied: https://127.0.0.1:1/a.png"))
    try copies("https://127.0.0.1:1/a.png", server)
    try server.type("q")
    #expect(try server.end() == .status(0))
  }

  @Test func `O opens a file or a server's picture with xdg-open, and replays run nothing`() throws
  {
    let (pictures, tools) = (try TemporaryFolder.withPictures(), try TemporaryFolder())
    let log = "\(tools.path)/log"
    _ = try script("xdg-open", "printf '%s\\n' \"$@\" >> '\(log)'", in: tools)
    var environment = BuiltProgram.environment()
    environment["PATH"] = "\(tools.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    let terminal = try Terminal([pictures.path, "--layout", "list"], environment: environment)
    try terminal.press(("", "1/9"), ("O", "xdg-open has ended"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
    #expect(try tools.text("log") == "file://\(pictures.path)/p1.ppm\n")
    let list = try tools.file("list.txt", Array("https://me:secret@127.0.0.1:1/a.png\n".utf8)).path
    let server = try Terminal([list, "--layout", "list"], environment: environment)
    try server.press(("", "a.png"), ("O", "xdg-open has ended"))
    try server.press(("!", "{marked}"), ("wc {}\r", "is on a server, and no file"))
    try server.type("q")
    #expect(try server.end() == .status(0))
    #expect(try tools.text("log").hasSuffix("ppm\nhttps://127.0.0.1:1/a.png\n"))
    let demo = try Terminal(["--count", "3"], environment: environment)
    try demo.press(("", "1/3"), ("!", "{marked}"), ("echo {url}\r", "/1920x1080?"))
    try demo.type("qq")
    #expect(try demo.end() == .status(0))
    let record = "\(tools.path)/record"
    _ = try BuiltProgram.run(
      [pictures.path, "--script", "O idle quit", "--record", record], environment: environment)
    let replay = try BuiltProgram.run(
      [pictures.path, "--replay", record, "--dump"], environment: environment)
    #expect(replay.status == 0)
    #expect(try tools.text("log").split(separator: "\n").count <= 3)
  }
}
