import TestSupport
import Testing

/// A person lets the pictures follow each other.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SlideshowTests {
  @Test func `F5 and a typed interval start a slideshow, and Esc ends it`() throws {
    let pictures = try TemporaryFolder.withPictures()
    let terminal = try Terminal([pictures.path, "--layout", "list"])
    try terminal.press(
      ("", "1/9 p1.ppm"), (":slideshow 1\r", "slideshow: 1 s each"), ("", "2/9 p2.ppm"),
      ("", "3/9 p3.ppm"), ("\u{1B}", "the slideshow has ended"),
      ("\u{1B}[15~", "slideshow: 1 s each"), ("\u{1B}[15~", "the slideshow has ended"),
      ("\u{1B}", "name ▲"), ("G", "9/9 p9.ppm"), ("\u{1B}[15~", "slideshow: 1 s each"),
      ("", "1/9 p1.ppm"), ("\u{1B}", "the slideshow has ended"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }
}
