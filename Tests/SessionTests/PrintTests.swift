import Foundation
import Glibc
import PlaceholderServer
import TestSupport
import Testing

/// A person prints pictures into the scrollback, or another program takes them.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct PrintTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withPictures() }

  private func addWide() throws {
    let pixels = [UInt8](repeating: 200, count: 3 * 300 * 150)
    _ = try folder.file("wide.ppm", Array("P6 300 150 255\n".utf8) + pixels)
  }

  private func run(
    _ names: [String], _ options: String..., environment: [String: String] = [:]
  ) throws -> BuiltProgram.Outcome {
    try BuiltProgram.run(
      ["--print", "--no-disk-cache"] + options + names.map { "\(folder.path)/\($0)" },
      environment: environment)
  }

  @Test func `a sheet stands between prompts, with links, and the terminal is as before`() throws {
    let terminal = try Terminal(
      script: "echo before; filmstrip --print p*.ppm; echo after $?; read -r line", in: folder)
    try terminal.shows("after 0")
    let lines = terminal.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "before" && lines.last == "after 0")
    let names = lines.flatMap { $0.split(separator: " ") }.filter { $0.hasSuffix(".ppm") }
    #expect(names == (1...9).map { "p\($0).ppm" })
    #expect(!terminal.output.contains("\u{1B}[?1049h"))
    #expect(terminal.output.contains("]8;;file://") && terminal.output.contains("/p1.ppm\u{1B}\\"))
    #expect(terminal.settings == terminal.settingsFound)
    try terminal.type("\r")
    #expect(try terminal.end() == .status(0))
  }

  @Test func `a line that was typed ahead is the next program's`() throws {
    let script = "read -r go; filmstrip --print p1.ppm; read -r line; echo got $line"
    let terminal = try Terminal(script: script, in: folder)
    try terminal.type("go\rahead\r")
    try terminal.shows("got ahead")
    #expect(try terminal.end() == .status(0))
  }

  @Test func `a failed picture has its reason in its place, the others are there`() throws {
    _ = try folder.file("broken.png", Array("no picture".utf8))
    let sheet = try run(["p1.ppm", "broken.png", "p2.ppm"])
    #expect(sheet.status == 1)
    for text in ["p1.ppm", "broken.png", "p2.ppm"] { #expect(sheet.output.contains(text)) }
    let single = try run(["broken.png"])
    #expect(single.status == 1 && single.output.hasPrefix("broken.png: "))
    #expect(single.output.split(separator: "\n").count == 1)
    let missing = try run(["p1.ppm", "missing.jpg"])
    #expect(missing.status == 1 && missing.errors.contains("missing.jpg"))
    #expect(try run(["missing.jpg"]).status == 66)
  }

  @Test func `a pipe gets text in 24-bit color, or as the environment says`() throws {
    try addWide()
    let piped = try run(["wide.ppm"]).output
    #expect(piped.split(separator: "\n").count == 20)
    #expect(piped.contains("\u{1B}[48;2;200;200;200m") && !piped.contains("\u{1B}]"))
    #expect(
      try !run(["wide.ppm"], environment: ["NO_COLOR": "1"]).output.contains("\u{1B}"))
    let few = try run(["wide.ppm"], "--colors", "256").output
    #expect(few.contains("\u{1B}[48;5;") && !few.contains("8;2;"))
    let preview = ["FZF_PREVIEW_COLUMNS": "20", "FZF_PREVIEW_LINES": "3"]
    let small = try run(["wide.ppm"], environment: preview).output
    #expect(small.split(separator: "\n").count == 3)
    let lines = try run(["wide.ppm"], "--width", "30", "--rows", "2").output.split(separator: "\n")
    #expect(lines.count == 2)
  }

  @Test func `pixels can be forced into a pipe`() throws {
    try addWide()
    let sixels = try run(["wide.ppm"], "--graphics", "sixel").output
    #expect(sixels.hasPrefix("\u{1B}P0;1q\"1;1;300;150") && sixels.hasSuffix("\u{1B}\\\n"))
    let image = try run(["wide.ppm"], "--graphics", "iterm2").output
    #expect(image.hasPrefix("\u{1B}]1337;File=inline=1;") && image.hasSuffix("\u{1B}\\\n"))
    let kitty = try run(["wide.ppm"], "--graphics", "kitty").output
    let rows = try #require(kitty.firstMatch(of: /^\x1b_Ga=T,f=24,.*?,r=([0-9]+),i=/)).1
    #expect(kitty.split(separator: "\n").count == Int(rows) && kitty.contains("\u{10EEEE}"))
  }

  @Test func `a reader that leaves ends it quietly`() throws {
    try addWide()
    let names = String(repeating: "wide.ppm ", count: 12)
    let print = "filmstrip --print --columns 1 --width 300 --rows 75 \(names)"
    let script = "{ \(print); echo ended $? >&2; } | head -c 1 > /dev/null"
    let terminal = try Terminal(script: script + "; read -r line", in: folder)
    try terminal.shows("ended 0")
    #expect(!terminal.text.contains("filmstrip"))
  }

  @Test func `Ctrl-C ends it while a list is read or pictures load`() throws {
    mkfifo(folder.path + "/list", 0o600)
    let reading = try Terminal(["--print", "--list", folder.path + "/list"])
    try reading.until("the terminal is asked") { reading.output.contains("\u{1B}[c") }
    try reading.type("\u{3}")
    #expect(try reading.end() == .signal(SIGINT))
    #expect(reading.settings == reading.settingsFound)

    let server = try PlaceholderServer()
    try server.start()
    let loading = try Terminal([
      "--print", "\(server.baseURL)/30x20?text=a", "\(server.baseURL)/30x20?hang=1", "--columns",
      "1",
    ])
    try loading.until("the first is printed") { loading.output.contains("\u{1B}[m\r\n") }
    try loading.type("\u{3}")
    #expect(try loading.end() == .signal(SIGINT))
    #expect(loading.settings == loading.settingsFound)
  }

  @Test func `names can't reach the terminal's controls`() throws {
    for name in ["a\u{1B}]0;title\u{7}.ppm", "b\u{1B}[2J.ppm"] { try folder.addPicture(name) }
    let terminal = try Terminal(script: "filmstrip --print *.ppm; read -r line", in: folder)
    try terminal.shows("p9.ppm")
    #expect(!terminal.output.contains("\u{1B}]0;title") && !terminal.output.contains("\u{1B}[2J"))
    #expect(terminal.output.contains("%1B"))
  }
}
