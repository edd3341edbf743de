import Foundation
import GalleryCore
import PlaceholderServer
import Raster
import Recordings
import TestSupport
import Testing

/// A person works in a shell, and looks at what its programs name.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ShellTests {
  @Test func `names are piped in, and keys come from the terminal`() throws {
    let folder = try TemporaryFolder.withPictures()
    let pipes = [
      ("ls p*.ppm | filmstrip", 9), ("find . -name '*.ppm' | filmstrip", 9),
      ("fdfind -e ppm | filmstrip", 9), (#"printf 'p1.ppm\0p2.ppm\0' | filmstrip -0"#, 2),
      ("filmstrip p*.ppm", 9),
    ]
    for (command, count) in pipes {
      let terminal = try Terminal(script: command, in: folder)
      try terminal.shows("1/\(count)")
      try terminal.press(("G", "\(count)/\(count)"))
      try terminal.type("q")
      #expect(try terminal.end() == .status(0), "\(command)")
    }
    for (command, status) in [
      (": | filmstrip", Int32(66)), ("filmstrip -0", 64), ("filmstrip notes.md n*d", 66),
    ] {
      #expect(try Terminal(script: command, in: folder).end() == .status(status), "\(command)")
    }
    let all = try Terminal(script: "filmstrip *", in: folder)
    try all.press(("", "1 left out: notes.md is no picture"), ("G", "9/9"))
    let demo = try Terminal(script: "filmstrip --latency 1 < /dev/null", in: folder)
    try demo.shows(Scene(number: 0).caption)
    try expectRowsAsTheyCome(in: folder)
  }

  /// A list whose program is slow shows its rows as they come.
  private func expectRowsAsTheyCome(in folder: TemporaryFolder) throws {
    mkfifo(folder.path + "/go", 0o600)
    let script = #"""
      exec 4<>go
      for n in 1 2 3; do read -r line <&4; echo "p$n.ppm"; done | filmstrip
      """#
    let terminal = try Terminal(script: script, in: folder)
    try terminal.shows("waiting for pictures")
    for number in 1...3 {
      try Data("go\n".utf8).write(to: folder.url.appendingPathComponent("go"))
      try terminal.shows("1/\(number)")
    }
    try terminal.until("the end") {
      terminal.text.contains("1/3") && !terminal.text.contains("reading")
    }
  }

  @Test(arguments: [
    "fdupes .", #"findimagedupes -q -i 'VIEW() { printf "%s\n" "$@" ""; }' *.pgm"#,
  ])
  func `the copies that other programs find are groups`(finder: String) throws {
    let folder = try TemporaryFolder()
    let pictures: [(String, (Int, Int) -> Int)] = [("across", { x, _ in x }), ("down", { $1 })]
    for (name, shade) in pictures {
      let pixels = (0..<64 * 64).map { UInt8(4 * shade($0 % 64, $0 / 64)) }
      for copy in 1...2 {
        _ = try folder.file("\(name) \(copy).pgm", "P5 64 64 255\n".utf8 + pixels)
      }
    }
    let terminal = try Terminal(script: "\(finder) | filmstrip", in: folder)
    try terminal.until("two groups") {
      ["group 1 · 2 pictures", "group 2 · 2 pictures", "1/4"].allSatisfy(terminal.text.contains)
    }
  }

  @Test(arguments: ["direct", "curses"])
  func `a suspended program goes on in a terminal of another size, and records that`(
    presenter: String
  ) throws {
    let folder = try TemporaryFolder()
    let shell = try Terminal(["-i"], of: "/bin/sh")
    try shell.shows("prompt>")
    try shell.type(
      "'\(BuiltProgram.path)' --notify 3 --latency 1 --count 100 --record '\(folder.path)/keys'"
        + " --presenter \(presenter)\r")
    try shell.press(
      ("", "1/100 \(Scene(number: 0).caption)"), ("j", "2/100 \(Scene(number: 1).caption)"))
    try shell.type("\u{1A}")
    try shell.prompts()
    shell.resize(columns: 70, rows: 20)
    try shell.press(
      ("fg\r", "2/100 \(Scene(number: 1).caption)"), ("j", "3/100 \(Scene(number: 2).caption)"))
    try shell.type("q")
    try shell.prompts()
    let keys: [Key] = [.character("j"), .control("z"), .character("j"), .character("q")]
    var events = keys.map(Event.key)
    events.insert(.resized(CellSize(columns: 70, rows: 20)), at: 2)
    #expect(try SessionRecording(parsing: folder.text("keys")).moments.map(\.event) == events)
    try shell.type("'\(BuiltProgram.path)' & wait $!; echo status $?\r")
    try shell.until("the background") {
      shell.text.contains("cannot draw in the background") && shell.text.contains("status 69")
    }
  }
}
