import Foundation
import TestSupport
import Testing

/// A person finds pictures among others, hides the rest, and marks and turns them.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct FilterTests {
  @Test func `&, t, / and : hide pictures and go to them, and Esc shows all again`() throws {
    let folder = try TemporaryFolder.withPictures()
    try folder.addPicture("tall.png")
    let terminal = try Terminal(
      [folder.path, "--layout", "list", "--fresh"], environment: BuiltProgram.environment())
    try terminal.press(
      ("", "1/10 p1.ppm"), ("&p3", "&p3▏"), ("\r", "“p3”: 9 hidden"),
      // Esc would first stop the search for the text in files, if that still runs.
      ("tt", "3/10 p3.ppm"),
      ("g", "1/10 p1.ppm"), ("  ", "2 marked"), ("t", "only: m marked"),
      ("m", "marked: 8 hidden"), ("\u{1B}", "p3.ppm"), ("g", "1/10"),
      ("tf", "PPM: 1 hidden"), ("tt", "1/10"), ("A", "2 unmarked"),
      ("/p7", "only one"), ("\r", "only one with “p7”"), ("g", "1/10 p1.ppm"),
      ("/p", "2 of 10"), ("\r", "2 of 10 with “p”"), ("nn", "4 of 10 with “p”"),
      ("N", "3 of 10 with “p”"), (":50%\r", "6/10 p6.ppm"), (":+3\r", "9/10 p9.ppm"),
      (":2\r", "2/10 p2.ppm"))
    try terminal.type("Q")
    #expect(try terminal.end() == .status(2))
  }

  @Test func `V marks a range, * all others, A none, and u takes the last of these back`() throws {
    let folder = try TemporaryFolder.withPictures()
    let terminal = try Terminal(
      script: "filmstrip --layout list --fresh p[1-5].ppm > out", in: folder)
    try terminal.press(
      ("", "1/5 p1.ppm"), ("V", "range of 1"), ("jj", "range of 3"), ("V", "3 marked"),
      ("*", "2 of 5 marked"), ("A", "2 unmarked; u marks them again"), ("u", "2 of 5 marked"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
    #expect(try folder.text("out") == "p4.ppm\np5.ppm\n")
  }

  @Test func `an opened picture is turned and mirrored, and its neighbor is not`() throws {
    let folder = try TemporaryFolder.withPictures()
    let terminal = try Terminal(
      [folder.path, "--layout", "list", "--fresh"], environment: BuiltProgram.environment())
    try terminal.press(
      ("", "1/9 p1.ppm"), ("\r", "whole"), ("]", "turned 90°"), ("]", "turned 180°"),
      ("[", "turned 90°"), ("|", "turned 90° · mirrored"), ("\u{1B}[C", "2/9 p2.ppm · whole"),
      ("\u{1B}[D", "turned 90° · mirrored"), (":turn reset\r", "1/9 p1.ppm · whole"))
    try terminal.until("it is as in the file") { !terminal.text.contains("mirrored") }
    try terminal.type("Q")
    #expect(try terminal.end() == .status(2))
  }

  @Test func `a picture that is moved leaves a list, and u brings it back`() throws {
    let folder = try TemporaryFolder.withPictures()
    let home = try TemporaryFolder()
    let terminal = try Terminal(
      script: """
        unset XDG_DATA_HOME XDG_STATE_HOME
        HOME='\(home.path)' filmstrip --layout list p1.ppm p2.ppm p3.ppm > out
        """, in: folder)
    try terminal.press(
      ("", "1/3 p1.ppm"), (" d", "1 picture moved to the trash; u undoes it"), ("g", "1/2 p2.ppm"),
      ("u", "undone for 1 picture"), ("g", "1/3 p1.ppm"))
    try terminal.type("jd")
    try terminal.shows("1 picture moved to the trash")
    try terminal.press(("*", "2 of 2 marked"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
    #expect(try folder.text("out") == "p1.ppm\np3.ppm\n")
  }
}
