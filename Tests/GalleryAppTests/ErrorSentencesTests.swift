import GalleryApp
import Glibc
import ImageDecoding
import ImageLoading
import SourceItems
import TerminalUI
import Testing

@Suite struct ErrorSentencesTests {
  @Test func `a missing format comes with the command that builds it`() {
    #expect(
      ImageError.decoding(.formatNotBuilt(format: "HEIC")).sentence
        == "HEIC is not in this build; `make build FORMATS=heic` has it")
  }

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
    let load = ImageError.status(404)
    #expect(load.sentence == load.description)
    let decoding = ImageError.decoding(.unknownFormat)
    #expect(decoding.sentence == decoding.description)
    let source = SourceError.empty("Pictures")
    #expect(source.sentence == source.description)
    let terminal = TerminalError.incapableTerminal(name: "dumb")
    #expect(terminal.sentence == terminal.description)
  }
}
