import GalleryItems
import Raster
import Testing

@testable import GalleryCore

/// Programs that keys run on pictures.
@Suite struct ProgramTests {
  private static let keys = EffectiveKeys([
    .init(.character("e"), .run(ProgramLine("gimp {marked}")), name: "gimp {marked}"),
    .init(
      .character("E"), .run(ProgramLine("vim {}", takesTerminal: true)), name: "vim {}"),
  ])

  private func session() -> GallerySession {
    var session = GallerySession(count: 10)
    session.gallery.screens = ScreenStack(keys: Self.keys)
    return session
  }

  private func runs(_ session: GallerySession) -> String {
    session.effects.filter { if case .session(.run) = $0 { true } else { false } }.transcript
  }

  @Test func `a configured key runs its program on the selected picture and the marked ones`() {
    var session = session()
    session.press(.down, .character("e"))
    #expect(runs(session) == "run gimp {marked} on 1, marked 1")
    session.press(.character(" "), .character(" "), .character("E"))
    #expect(runs(session).hasSuffix("run vim {} on 3, marked 1 and 2, in the terminal"))
  }

  @Test func `a running action on files keeps no program from running`() {
    var session = session()
    session.press(.character("d"), .character("e"), .character("O"))
    #expect(
      runs(session) == "run gimp {marked} on 0, marked 0, run xdg-open {url} on 0, marked 0")
  }

  @Test
  func `a line after an exclamation mark is a program, and a second one gives it the terminal`() {
    var session = session()
    session.press(.character("!"))
    #expect(session.frame.text.contains("{} {marked} {folder} {url}"))
    session.enter("exiftool {}")
    #expect(runs(session) == "run exiftool {} on 0, marked 0")
    session.press(.character("!"))
    session.enter("!less {}")
    #expect(runs(session).hasSuffix("run less {} on 0, marked 0, in the terminal"))
    session.press(.character("!"), .enter, .character("!"), .escape)
    #expect(runs(session) == "", "an empty line runs nothing")
  }

  @Test func `a letter of a folder is a letter of a program`() {
    var session = session()
    session.gallery.acting = Acting(folders: ["k": "/keep"])
    session.press(.character("!"))
    session.enter("k {}")
    #expect(runs(session) == "run k {} on 0, marked 0")
  }

  @Test func `a failure is shown with the output, and Esc goes back`() {
    var session = session()
    let failure = ProgramEnd(
      "convert", failure: "exit status 1", output: ["no such delegate", "\u{1B}[31maborted"],
      showsOutput: false)
    session.send([.programEnded(failure)])
    #expect(session.gallery.screen == .help)
    for text in ["convert", "exit status 1", "no such delegate", "\u{FFFD}[31maborted"] {
      #expect(session.frame.text.contains(text))
    }
    session.press(.escape)
    #expect(session.gallery.screen == .tiles)
  }

  @Test func `a person who types is told a failure in one line`() {
    var session = session()
    session.press(.character("m"))
    let failure = ProgramEnd(
      "convert", failure: "exit status 1", output: ["first", "last"], showsOutput: false)
    session.send([.programEnded(failure)])
    #expect(session.gallery.screen == .tiles)
    #expect(session.frame.text.contains("convert: exit status 1: last"))
    session.press(.character("x"))
    #expect(session.frame.text.contains("move to: x"))
  }

  @Test func `the output of a success is shown only of a typed line`() {
    var session = session()
    func end(_ showsOutput: Bool, _ output: [String]) -> Event {
      .programEnded(ProgramEnd("file", failure: nil, output: output, showsOutput: showsOutput))
    }
    session.send([end(false, ["a PNG"])])
    #expect(session.gallery.screen == .tiles && session.frame.text.contains("file has ended"))
    session.send([end(true, [])])
    #expect(session.gallery.screen == .tiles)
    session.send([end(true, ["a PNG"])])
    #expect(session.gallery.screen == .help && session.frame.text.contains("a PNG"))
    #expect(session.frame.text.contains("file has ended"))
  }
}
