import GalleryApp
import Glibc
import SourceItems
import TerminalUI
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
      SourceError.countWithoutTemplate("https://me:secret@host/a").sentence
        == "https://host/a: --count and --first go with the demo or a URL template with {index}.")
  }

  @Test func `other errors are described by their libraries`() {
    let source = SourceError.empty("Pictures")
    #expect(source.sentence == source.description)
    let terminal = TerminalError.incapableTerminal(name: "dumb")
    #expect(terminal.sentence == terminal.description)
  }
}
