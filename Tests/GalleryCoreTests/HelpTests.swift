import GalleryItems
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// A help screen in a room of its own.
private struct Desk {
  var help: HelpView
  var room: CellSize { didSet { help.resize(to: room) } }
  var commands: [Command] = []

  init(columns: Int, rows: Int) {
    room = CellSize(columns: columns, rows: rows)
    help = HelpView(in: room)
  }

  mutating func press(_ keys: Key...) {
    for key in keys { if let command = help.press(key) { commands.append(command) } }
  }

  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  func frame(_ theme: Theme = .dark) -> Surface {
    var surface = Surface(size: room)
    help.draw(into: &surface, at: surface.bounds.origin, theme)
    return surface
  }

  var hint: String { help.hints[0].joined(separator: " · ") }
}

@Suite struct HelpTests {
  private static let lines = KeyBindings.groups.flatMap(\.lines)

  @Test func `a screen of 80x24 shows one column`() throws {
    let desk = Desk(columns: 80, rows: 23)
    try expectFrame(desk.frame(), is: "help")
    #expect(desk.hint == "↓ more · / search · Esc back")
  }

  @Test func `a small screen shows the end after scrolling`() throws {
    var desk = Desk(columns: 40, rows: 11)
    desk.press(.end)
    try expectFrame(desk.frame(), is: "help-small")
    #expect(desk.hint == "↑ more · / search · Esc back")
  }

  @Test func `a large light screen shows everything in two columns`() throws {
    let desk = Desk(columns: 160, rows: 80)
    try expectFrame(desk.frame(.light), is: "help-wide")
    #expect(desk.hint == "/ search · Esc back")
    let text = desk.frame().text
    for line in Self.lines { #expect(text.contains(line.does) && text.contains(line.keys)) }
  }

  @Test func `a search shows and marks what matches`() throws {
    var desk = Desk(columns: 60, rows: 11)
    desk.press(.down, .character("/"))
    desk.type("Zoom")
    #expect(desk.help.statusText == "/Zoom▏" && desk.hint == "Esc ends")
    try expectFrame(desk.frame(), is: "help-search")
  }

  @Test func `a search without a match says so`() {
    var desk = Desk(columns: 80, rows: 23)
    desk.type("/xyzzy")
    #expect(desk.frame().textLines.filter { !$0.isEmpty } == ["        nothing matches “xyzzy”"])
  }

  @Test func `every word of a search must match keys, text or group`() {
    #expect(
      HelpQuery("MOUSE zoom").matches(in: KeyBindings.groups).flatMap(\.lines).map(\.keys) == [
        "wheel", "click",
      ])
    #expect(
      HelpQuery("ctrl-z").matches(in: KeyBindings.groups).flatMap(\.lines).map(\.does) == [
        "suspend the program"
      ])
    #expect(HelpQuery(" ").matches(in: KeyBindings.groups) == KeyBindings.groups)
  }

  @Test func `escape ends the search, then closes`() {
    var desk = Desk(columns: 80, rows: 23)
    desk.type("/pan")
    desk.press(.enter)
    #expect(desk.help.statusText == "/pan" && desk.commands.isEmpty)
    desk.press(.escape)
    #expect(desk.help.statusText == "Keys" && desk.commands.isEmpty)
    desk.type("/pan")
    desk.press(.escape)
    #expect(desk.help.statusText == "Keys" && desk.commands.isEmpty)
    desk.press(.escape)
    #expect(desk.commands == [.toggleHelp])
  }

  @Test func `typed keys are text, others still scroll`() {
    var desk = Desk(columns: 80, rows: 23)
    desk.type("/q?")
    desk.press(.backspace, .control("w"))
    #expect(desk.help.statusText == "/▏" && desk.commands.isEmpty)
    let first = desk.frame()
    desk.press(.wheel(1))
    #expect(desk.frame() != first)
    desk.press(.home, .control("l"))
    #expect(desk.frame() == first && desk.commands == [.repaint])
    desk.press(.backspace)
    #expect(desk.help.statusText == "Keys")
  }

  @Test func `only what leaves the help screen or the terminal goes on to the program`() {
    var desk = Desk(columns: 80, rows: 23)
    desk.type("?qovzrRp:nN+-")
    desk.press(.control("c"), .control("z"), .enter, .doubleClick(CellPoint(column: 1, row: 1)))
    #expect(
      desk.commands == [.toggleHelp, .toggleHelp, .changeOverlay(.nextLevel), .interrupt, .suspend])
  }

  @Test(arguments: [(20, 4), (40, 11), (80, 23), (104, 23), (300, 30)])
  func `every key can be scrolled to`(columns: Int, rows: Int) {
    var desk = Desk(columns: columns, rows: rows)
    var seen = desk.frame().text
    while desk.hint.contains("↓") {
      desk.press(.down)
      seen += "\n" + desk.frame().text
    }
    for line in Self.lines {
      #expect(seen.contains(line.keys))
      // The words at the edge of a very narrow screen are cut.
      guard columns >= 40 else { continue }
      for word in line.does.split(separator: " ") { #expect(seen.contains(word)) }
    }
  }

  @Test(arguments: UInt64(0)..<Thoroughness.rounds(short: 8, full: 30))
  func `whatever is pressed, nothing comes after the end`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var desk = Desk(columns: 80, rows: 23)
    let keys: [Key] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .wheel(2), .wheel(-9), .control("d"),
      .control("u"), .character("/"), .character("e"), .backspace, .enter, .escape,
      .character("j"), .character("G"), .click(CellPoint(column: 3, row: 3)),
    ]
    for _ in 0..<200 {
      if let key = keys.randomElement(using: &random) { desk.press(key) }
      if Int.random(in: 0..<10, using: &random) == 0 {
        desk.room = CellSize(
          columns: .random(in: 1...170, using: &random), rows: .random(in: 1...60, using: &random))
      }
      let frame = desk.frame()
      #expect(frame.size == desk.room)
      var probe = desk
      probe.press(.end)
      let end = probe.frame()
      #expect(!probe.hint.contains("↓"))
      probe.press(.down)
      #expect(probe.frame() == end)
    }
  }
}

@Suite struct GalleryHelpTests {
  @Test func `the help screen returns to what it covered`() {
    var session = GallerySession()
    session.press(.enter, .character("?"), .escape)
    #expect(session.gallery.screen == .detail)
    session.press(.character("?"), .character("?"))
    #expect(session.gallery.screen == .detail)
    session.press(.escape, .character("?"), .escape)
    #expect(session.gallery.screen == .tiles)
    #expect(session.press(.character("?"), .character("q")).isEmpty)
    #expect(session.gallery.screen == .tiles)
  }

  @Test func `keys for the gallery do nothing under the help screen`() {
    var session = GallerySession()
    let rendition = session.gallery.rendition
    session.press(.character("?"), .pageDown, .character("v"), .character("S"), .enter)
    #expect(session.gallery.screen == .help && session.gallery.selection == 0)
    #expect(session.gallery.layout.mode == .list && session.gallery.rendition == rendition)
    #expect(session.frame.textLines.last?.hasSuffix("Esc back") == true)
  }

  @Test func `an opened help screen begins at its start`() {
    var session = GallerySession()
    session.press(.character("?"))
    let first = session.frame
    session.press(.end, .character("/"), .character("a"), .escape, .escape, .character("?"))
    #expect(session.frame == first)
  }
}
