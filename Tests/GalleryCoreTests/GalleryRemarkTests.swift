import Raster
import Testing

@testable import GalleryCore

/// Keys that change nothing say why.
@Suite struct GalleryRemarkTests {
  private func status(_ session: GallerySession) -> String { session.frame.textLines.last ?? "" }

  @Test(arguments: [
    (Key.character("x"), "x"), (.character("X"), "X"), (.character("é"), "é"),
    (.control("x"), "Ctrl-X"), (.control("i"), "Tab"), (.backspace, "Backspace"),
    (.other("F1"), "F1"),
  ])
  func `a key without a meaning says so until the next one`(key: Key, title: String) {
    var session = GallerySession()
    let sentence = "\(title) does nothing; ? shows the keys"
    session.press(key)
    #expect(session.gallery.notice == sentence)
    // Held, it says no more.
    session.press(key, key, key)
    #expect(session.gallery.notice == sentence)
    session.press(.down)
    #expect(session.gallery.notice == nil)
    session.press(.enter, key)
    #expect(session.gallery.notice == sentence)
  }

  @Test func `Esc over the tiles says how to leave, unless it stops something`() {
    var session = GallerySession(count: 1_000_000)
    session.press(.escape)
    #expect(session.gallery.notice == "these are all pictures; q quits")
    session.press(.escape)
    #expect(session.gallery.notice == nil)
    session.press(.enter, .escape)
    #expect(session.gallery.notice == nil && session.gallery.screen == .tiles)
    session.type("/nowhere")
    session.press(.enter, .escape)
    #expect(session.gallery.notice == nil && !session.gallery.finder.isSearching)
  }

  @Test func `the mouse, a search and the help are silent about keys without a meaning`() {
    var session = GallerySession()
    session.press(.click(CellPoint(column: 79, row: 24)), .wheel(-1), .wheel(1))
    #expect(session.gallery.notice == nil)
    session.press(.character("/"), .character("x"), .escape)
    session.press(.character("?"), .character("x"))
    #expect(session.gallery.notice == nil)
  }

  @Test(arguments: [
    Key.right, .down, .character("l"), .pageDown, .control("d"),
  ])
  func `a step beyond the last picture says so, and the picture keeps its name`(key: Key) {
    for mode in GalleryLayout.Mode.allCases {
      var session = GallerySession(mode: mode)
      session.press(.end)
      #expect(!status(session).contains("last"))
      session.press(key)
      #expect(status(session).hasPrefix(" 100/100 food 99 · this is the last picture"))
      session.press(.left)
      #expect(!status(session).contains("last"))
    }
  }

  @Test(arguments: [Key.left, .up, .pageUp, .control("u")])
  func `a step before the first picture says so`(key: Key) {
    var session = GallerySession()
    session.press(key)
    #expect(status(session).hasPrefix(" 1/100 food 0 · this is the first picture"))
    session.press(.home)
    #expect(!status(session).contains("first"))
  }

  @Test func `a line below the last one is another thing than a picture`() {
    var session = GallerySession(mode: .grid)
    session.press(.end, .left, .down)
    #expect(status(session).contains("· this is the last line"))
    session.press(.right)
    #expect(!status(session).contains("last"))
  }

  @Test func `an open picture says the same beside its figures`() {
    var session = GallerySession()
    session.press(.end, .enter)
    session.answerAll()
    session.press(.right)
    #expect(status(session).contains("food 99 · this is the last picture"))
    session.press(.escape)
    #expect(!status(session).contains("last"))
  }

  @Test func `the only picture, the last section, and the wheel`() {
    var session = GallerySession(count: 1)
    session.press(.right)
    #expect(status(session).contains("this is the only picture"))
    session = GallerySession(count: 9, sections: [0, 4])
    session.press(.character("}"), .character("}"))
    #expect(status(session).contains("5/9 food 4 · this is the last section"))
    session.press(.end, .wheel(1), .wheel(1), .wheel(1))
    #expect(!status(session).contains("last"))
  }

  @Test func `a source that is still read has a last picture so far`() {
    var session = GallerySession(count: 0)
    session.gallery = Gallery(
      source: FoodSource(count: 3), screen: CellSize(columns: 80, rows: 25),
      configuration: GalleryConfiguration(isSourceComplete: false))
    session.press(.end, .right)
    #expect(status(session).contains("this is the last picture so far"))
  }

  @Test func `a long name leaves room for the remark`() {
    var session = GallerySession(screen: CellSize(columns: 40, rows: 10))
    session.press(.end, .down)
    #expect(status(session).contains("this is the last picture"))
  }

  @Test func `a key for another screen says which`() {
    var session = GallerySession()
    session.press(.character("z"))
    #expect(session.gallery.notice == "z is for an open picture; Enter opens one")
    for key in "[]|" {
      session.press(.character(key))
      #expect(session.gallery.notice == "turning is for an open picture; Enter opens one")
    }
    session.enter(":turn left")
    #expect(session.gallery.notice == "turning is for an open picture; Enter opens one")
    session.press(.enter, .character("Z"))
    #expect(session.gallery.notice == "Z is for the tiles; Esc goes back to them")
  }
}
