import Foundation
import TestSupport
import Testing

/// A person asks for files about a session: `--record`, `--report`, `--loads` and the like.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct OutputTests {
  @Test func `an output that can't be written is said, and never between the pictures`() throws {
    for (arguments, sentence) in [
      (["--loads", "/dev/tty"], "the pictures are shown there"),
      (["--trace", "/dev/tty"], "the pictures are shown there"),
      (["--record", "/no/such/folder/file"], "there is no folder /no/such/folder"),
      (["--report", "/"], "a folder; name a file in it"),
    ] {
      let terminal = try Terminal(arguments)
      #expect(try terminal.end() == .status(73))
      try terminal.shows(sentence)
      #expect(!terminal.output.contains("\u{1B}[?1049h"))
    }
    for option in ["--report", "--loads", "--record", "--frames", "--trace"] {
      let terminal = try Terminal(["--latency", "1", option, "/dev/full"])
      try terminal.press(("", "9x6  PNG"), ("j", "2/100"))
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
