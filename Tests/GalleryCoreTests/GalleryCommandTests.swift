import GalleryItems
import Raster
import Testing

@testable import GalleryCore

/// The line after `:` in a gallery.
@Suite struct GalleryCommandTests {
  private let tab = Key.control("i")

  private func text(_ session: GallerySession) -> String? { session.gallery.finder.prompt?.text }

  @Test func `a jump goes to the number that the status line shows`() {
    var session = GallerySession()
    session.enter(":42")
    #expect(session.gallery.selection == 41)
    #expect(session.frame.textLines.last?.hasPrefix(" 42/100 food 41") == true)
  }

  @Test(arguments: [
    ("99999", 99), ("0", 0), ("-70", 0), ("\(Int.max)", 99), ("\(Int.min)", 0), ("+99", 99),
  ])
  func `a number outside the gallery goes to the nearest item`(number: String, item: Int) {
    var session = GallerySession()
    session.enter(":50")
    session.enter(":\(number)")
    #expect(session.gallery.selection == item && session.gallery.notice == nil)
  }

  @Test(arguments: [("0%", 0), ("50%", 50), ("100%", 99), ("+3", 13), ("-3", 7)])
  func `a share is of all items, and a distance from the selected one`(text: String, item: Int) {
    var session = GallerySession()
    session.enter(":11")
    session.enter(":\(text)")
    #expect(session.gallery.selection == item)
  }

  @Test func `a date needs items that dates sort`() {
    var session = GallerySession()
    session.enter(":2026-03")
    #expect(session.gallery.notice == "dates are for folders sorted by date; s sorts them")
  }

  @Test func `the item of last time is selected, unless the person has moved`() {
    var session = GallerySession()
    session.send([.lastItemFound(40)])
    #expect(session.gallery.selection == 40)
    #expect(
      session.gallery.notice == "back at the picture of last time; Home goes to the first one")
    session.send([.lastItemFound(70)])
    #expect(session.gallery.selection == 40)
    var other = GallerySession()
    other.press(.enter)
    other.send([.lastItemFound(40)])
    #expect(other.gallery.selection == 0)
  }

  @Test func `an empty gallery has nothing to jump to`() {
    var session = GallerySession(count: 0)
    session.enter(":1")
    #expect(session.gallery.selection == 0 && session.gallery.notice == nil)
  }

  @Test func `a typed presenter is an effect`() {
    var session = GallerySession()
    #expect(session.enter(":presenter curses").transcript == "presenter curses")
    #expect(session.gallery.finder.prompt == nil)
  }

  @Test func `an unknown command says so, and an empty line closes`() {
    var session = GallerySession()
    session.enter(":polcy static")
    #expect(session.gallery.notice == "no command “polcy”: did you mean policy?")
    session.enter(":")
    #expect(session.gallery.notice == nil && session.gallery.finder.prompt == nil)
  }

  @Test(arguments: ["P", "w"])
  func `the former keys of commands are free`(key: Character) {
    var session = GallerySession()
    #expect(session.press(.character(key)).isEmpty)
    #expect(session.gallery.notice == "\(key) does nothing; ? shows the keys")
  }

  @Test func `Tab completes what is unique, and takes what fits in turn`() {
    var session = GallerySession()
    session.type(":po")
    session.press(tab)
    #expect(text(session) == "policy ")
    var lines: [String?] = []
    for _ in 1...4 {
      session.press(tab)
      lines.append(text(session))
    }
    #expect(lines == ["policy off", "policy static", "policy adaptive", "policy off"])
    session.press(.backspace, .backspace, .backspace, .character("s"), tab, tab)
    #expect(text(session) == "policy static")
    session.press(.enter)
    #expect(session.gallery.policyName == "static")
  }

  @Test func `Tab goes through the commands of an empty line`() {
    var session = GallerySession()
    session.press(.character(":"), tab)
    #expect(text(session) == "policy ")
    session.press(tab)
    #expect(text(session) == "presenter ")
    session.press(.character("d"), tab)
    #expect(text(session) == "presenter direct")
  }

  @Test func `Tab leaves alone what nothing completes`() {
    var session = GallerySession()
    for line in [":4", ":x", "/po"] {
      session.type(line)
      session.press(tab)
      #expect(text(session) == String(line.dropFirst()))
      session.press(.escape)
    }
  }

  @Test func `an empty line lists the commands, and Tab what it goes through`() throws {
    var session = GallerySession(screen: CellSize(columns: 76, rows: 6))
    session.press(.character(":"))
    try expectFrame(session.frame, is: "prompt-commands")
    session.type("policy ")
    session.press(tab, tab)
    try expectFrame(session.frame, is: "prompt-completed")
  }

  @Test(arguments: [
    (
      198,
      "a number · policy off|static|adaptive · presenter direct|curses"
        + " · overlay off|line|panel|full|top|bottom · frames · log NAME · mark TEXT · slideshow SECONDS"
        + " · turn right|left|mirror|reset"
    ), (92, "a number · policy · presenter · overlay · frames · log · mark · slideshow · turn"),
    (77, "policy · presenter · overlay · frames · log · mark · slideshow · turn"),
  ])
  func `the list is as long as the screen has room for`(columns: Int, list: String) {
    var session = GallerySession(screen: CellSize(columns: columns, rows: 6))
    session.press(.character(":"))
    #expect(session.frame.textLines.last?.hasSuffix(" \(list)") == true)
  }

  @Test func `a number shows what the status line does`() {
    var session = GallerySession()
    session.type(":4")
    #expect(session.frame.textLines.last?.hasSuffix("? keys") == true)
  }
}
