import Foundation
import GalleryApp
import Glibc
import SourceItems
import TerminalUI
import TestSupport
import Testing

@Suite struct ErrorSentencesTests {
  @Test func `a missing terminal comes with the option that needs none`() {
    let error = TerminalError.notATerminal(path: "/dev/tty", errno: ENXIO)
    #expect(
      error.sentence == """
        cannot open the terminal /dev/tty (No such device or address): \
        start the program in a terminal window, or use --script to run without one
        """)
  }

  @Test func `a count without a template comes with the options that set it`() {
    #expect(
      SourceError.countWithoutTemplate("https://me:secret@host/a").sentence()
        == "https://host/a: --count and --first go with the demo or a URL template with {index}.")
  }

  @Test func `a file that is not there comes with the nearest name in its folder`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("holiday"), withIntermediateDirectories: false)
    _ = try folder.file("holiday/beach.png", [])
    _ = try folder.file(".hidden", [])
    for (typed, meant) in [
      ("holiday/baech.png", "holiday/beach.png"), ("hoilday/beach.png", "holiday/beach.png"),
      ("hoilday/other.png", "holiday"), ("holi", "holiday"),
    ] {
      let error = SourceError.notFound("\(folder.path)/\(typed)")
      #expect(
        error.sentence() == """
          \(folder.path)/\(typed): no such file or folder. Did you mean '\(folder.path)/\(meant)'?
          """)
    }
    for typed in ["holiday/sunset.jpg", ".hiden", "holiday/beach.png/x"] {
      let error = SourceError.notFound("\(folder.path)/\(typed)")
      #expect(error.sentence() == error.description)
    }
  }

  @Test func `a mistyped command comes with the command`() {
    #expect(
      SourceError.notFound("cahce").sentence(beside: ["serve", "cache"])
        == "cahce: no such file or folder. Did you mean the command 'filmstrip cache'?")
    let file = SourceError.notFound("./no-such-folder-here/cahce")
    #expect(file.sentence(beside: ["cache"]) == file.description)
  }

  @Test func `other errors are described by their libraries`() {
    let source = SourceError.empty("Pictures")
    #expect(source.sentence() == source.description)
    let terminal = TerminalError.incapableTerminal(name: "dumb")
    #expect(terminal.sentence == terminal.description)
  }
}
