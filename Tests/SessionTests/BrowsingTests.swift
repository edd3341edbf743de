import Foundation
import PlaceholderServer
import TestSupport
import Testing

/// A person looks at pictures in a terminal.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct BrowsingTests {
  @Test(arguments: ["direct", "curses"])
  func `the demo is scrolled, searched, opened, resized and left, by either presenter`(
    presenter: String
  ) throws {
    let terminal = try Terminal(["--presenter", presenter, "--latency", "1", "--count", "100"])
    try terminal.shows("1/100 \(Scene(number: 0).caption)")
    try terminal.settles()
    #expect(terminal.text.contains("9x6  PNG") && !terminal.text.contains("loading"))
    try terminal.press(
      // Arrows in both forms, End as CSI.
      ("\u{1B}[B\u{1B}OB", "3/100 \(Scene(number: 2).caption)"),
      ("\u{1B}[6~", "10/100 \(Scene(number: 9).caption)"),
      ("\u{1B}[4~", "100/100 \(Scene(number: 99).caption)"),
      ("\u{1B}[1~", "1/100 \(Scene(number: 0).caption)"),
      ("jjj", "4/100 \(Scene(number: 3).caption)"))
    try terminal.type("v\r")
    try terminal.until("one picture") { terminal.text.contains("\(Scene(number: 3).caption) · ") }
    try terminal.press(("\u{1B}", Scene(number: 4).caption), ("?", "Marking"))
    try terminal.type("/susp")
    try terminal.until("one key") {
      terminal.text.contains("Ctrl-Z") && !terminal.text.contains("PgUp")
    }
    // Read together with what follows it, Escape would be another key.
    try terminal.press(
      ("\u{1B}", "PgUp"), ("\u{1B}", Scene(number: 4).caption),
      (":50\r", "50/100 \(Scene(number: 49).caption)"))
    let captions = (0..<100).map { Scene(number: $0).caption }
    let only = try #require(
      captions.indices.dropFirst(6).first { place in captions.count { $0 == captions[place] } == 1 }
    )
    try terminal.press(
      ("/\(captions[only])\r", "only one with"), ("k", "\(only - 3)/100 \(captions[only - 4])"))
    try terminal.press(("p", "prefetching: off"), (":policy static\r", "prefetching: static"))
    try changePresenter(of: terminal, from: presenter)
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }

  /// Has the other presenter draw, which says so in the overlay, and compares what both show.
  private func changePresenter(of terminal: Terminal, from presenter: String) throws {
    // Half blocks may be chosen with either half in front, and the last line says which presenter it is.
    func letters() -> String {
      terminal.text.split(separator: "\n").dropLast().joined(separator: "\n")
        .filter { $0.isLetter || $0.isNumber || $0 == "\n" }
    }
    terminal.resize(columns: 70, rows: 20)
    try terminal.until("the new size") {
      terminal.text.contains("15x12 · ") && !terminal.text.contains("loading")
    }
    let former = letters()
    let other = presenter == "direct" ? "curses" : "direct"
    try terminal.press((":presenter \(other)\r", "presenter: \(other)"))
    try terminal.until("the same text") { letters() == former }
    try terminal.press(("o", " late"), ("o", "ms · \(other)"), ("o", "tracker"))
    #expect(terminal.text.contains("fps") && terminal.text.contains("p99"))
  }

  @Test func `a folder is shown as it changes, be it empty at first`() throws {
    let folder = try TemporaryFolder.withPictures()
    try folder.addPicture("inner/x.ppm")
    let terminal = try Terminal([folder.path])
    try terminal.shows("1 folder inside is left out; -r shows it too")
    try terminal.press(("\u{1B}[C", "2/9 p2.ppm"))
    try folder.addPicture("a.ppm")
    try terminal.shows("3/10 p2.ppm")
    try folder.remove("p2.ppm")
    try terminal.shows("3/9 p3.ppm")
    try terminal.press(
      ("s", "sorted by date, oldest"), ("I", "newest first"), ("I", "oldest first"),
      ("gF", "newest first"))
    try folder.addPicture("new.ppm")
    try terminal.press(("Gg", "1/10 new.ppm"))
    try folder.addPicture("newer.ppm")
    try terminal.shows("1/11 newer.ppm")
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
    let deep = try Terminal(["-r", folder.path])
    try deep.press(("", "1/12"), ("G", "12/12 inner/x.ppm"))

    let plots = try TemporaryFolder()
    let followed = try Terminal(["--follow", plots.path])
    try followed.shows("waiting for pictures")
    for number in 1...3 {
      try plots.addPicture("\(number).ppm")
      try followed.shows("1/\(number) \(number).ppm")
    }
  }

  @Test func `a picture is opened with its folder behind it, moves to its end and is described`()
    throws
  {
    let folder = try TemporaryFolder.withPictures()
    try StripedGIF(width: 64, height: 48, frames: 4).data
      .write(to: folder.url.appendingPathComponent("moving.gif"))
    let terminal = try Terminal(["--no-disk-cache", "\(folder.path)/moving.gif"])
    try terminal.shows("1/10")
    try terminal.shows("4 frames")
    try terminal.until("the last frame") { terminal.text.contains("▀▀▀▀▀▀▀▀") }
    try terminal.type("i")
    try terminal.until("what is known") {
      ["64x48 pixels", "GIF, ", "loaded "].allSatisfy(terminal.text.contains)
    }
    try terminal.press(("z", "100 % · 64x48"), ("i\u{1B}[C", "2/10"))
    try terminal.type("\u{1B}")
    try terminal.until("the folder") {
      terminal.text.contains("p5.ppm") && terminal.text.contains("2/10 p1.ppm")
    }
  }
}
