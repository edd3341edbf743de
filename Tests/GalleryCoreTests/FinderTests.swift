import Keys
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// A finder over captions, the item that is selected, and the latest answer.
private struct Desk {
  var finder = Finder()
  let captions: [String]
  var selection = 0
  var notice: String?
  var effects: [Effect] = []

  init(_ captions: [String]) { self.captions = captions }

  mutating func press(_ keys: Key...) {
    for key in keys {
      take(finder.press(key, from: selection, in: captions, into: &effects))
    }
  }

  mutating func type(_ text: String, into kind: Prompt.Kind) {
    finder.open(kind)
    for character in text { press(.character(character)) }
  }

  mutating func search(_ text: String) {
    type(text, into: .search)
    press(.enter)
  }

  mutating func find(_ direction: ScrollDirection) {
    take(finder.find(direction, from: selection, in: captions))
  }

  mutating func tick() { take(finder.look(at: captions, from: selection)) }

  private mutating func take(_ finding: Finder.Finding) {
    selection = finding.item ?? selection
    notice = finding.notice
  }
}

@Suite struct FinderTests {
  private static let fruit = ["apple", "banana", "cherry", "Crab apple", "pineapple"]

  @Test func `a jump selects by number and holds it to the gallery`() {
    var desk = Desk(Self.fruit)
    for (text, item) in [("2", 1), ("0", 0), ("99", 4), ("-7", 0)] {
      desk.type(text, into: .jump)
      desk.press(.enter)
      #expect(desk.selection == item && desk.notice == nil)
    }
    desk.type("x", into: .jump)
    desk.press(.enter)
    #expect(desk.selection == 0)
    #expect(desk.notice == "type the number of a picture, from 1 to 5")
  }

  @Test func `an empty gallery has nothing to jump to or to find`() {
    var desk = Desk([])
    desk.type("1", into: .jump)
    desk.press(.enter)
    desk.search("a")
    #expect(desk.selection == 0 && desk.notice == nil && !desk.finder.isLooking)
  }

  @Test func `the prompt edits its line as a shell does`() {
    var desk = Desk(Self.fruit)
    desk.type("one two", into: .search)
    #expect(desk.finder.statusText == "/one two▏")
    for (key, text) in [
      (Key.control("w"), "/one ▏"), (.backspace, "/one▏"), (.up, "/one▏"), (.control("u"), "/▏"),
    ] {
      desk.press(key)
      #expect(desk.finder.statusText == text)
    }
    desk.press(.backspace)
    #expect(desk.finder.prompt == nil)
  }

  @Test(arguments: [Key.escape, .control("c")]) func `a key closes the prompt`(key: Key) {
    var desk = Desk(Self.fruit)
    desk.type("app", into: .search)
    desk.press(key)
    #expect(desk.finder.prompt == nil && desk.finder.statusText == nil)
    desk.find(.forward)
    #expect(desk.notice == "type / and a text to search for")
  }

  @Test func `the screen is painted anew from the prompt too`() {
    var desk = Desk(Self.fruit)
    desk.type("a", into: .search)
    desk.press(.control("l"))
    #expect(desk.effects == [.session(.repaint)])
    #expect(desk.finder.prompt?.text == "a")
  }

  @Test func `a search goes round in both directions and says which hit it is`() {
    var desk = Desk(Self.fruit)
    desk.search("APPLE")
    #expect(desk.selection == 3)
    desk.tick()
    #expect(desk.notice == "2 of 3 with “APPLE”")
    for (direction, item, place) in [
      (ScrollDirection.forward, 4, "3"), (.forward, 0, "1"), (.backward, 4, "3"),
    ] {
      desk.find(direction)
      #expect(desk.selection == item)
      #expect(desk.notice == "\(place) of 3 with “APPLE”")
    }
    desk.search("cherry")
    desk.tick()
    #expect(desk.selection == 2 && desk.notice == "only one with “cherry”")
    desk.search("plum")
    #expect(desk.selection == 2 && desk.notice == "no caption contains “plum”")
  }

  @Test func `a slice of captions is looked at per frame`() {
    var desk = Desk(Array(repeating: "grain", count: 3 * Finder.slice))
    desk.search("sand")
    #expect(desk.finder.statusText == "searching “sand” 33 %, Esc stops")
    desk.tick()
    #expect(desk.finder.isLooking)
    desk.tick()
    #expect(!desk.finder.isLooking && desk.notice == "no caption contains “sand”")
    desk.search("grain")
    desk.finder.stop()
    #expect(!desk.finder.isLooking)
  }

  @Test func `only galleries that are counted in time are counted`() {
    var desk = Desk(Array(repeating: "grain", count: SearchHits.mostItems + 1))
    desk.search("grain")
    #expect(desk.selection == 1 && !desk.finder.isLooking)
  }

  @Test(arguments: UInt64(0)..<20)
  func `a search finds what looking at all captions one by one finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...(2 * Finder.slice), using: &random)
    var captions = Array(repeating: "hay", count: count)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      captions[.random(in: 0..<count, using: &random)] = "Needle"
    }
    var desk = Desk(captions)
    desk.search("needle")
    while desk.finder.isLooking { desk.tick() }
    for _ in 0..<6 {
      desk.selection = .random(in: 0..<count, using: &random)
      let step = Bool.random(using: &random) ? 1 : -1
      let way = (1...count).map { ((desk.selection + step * $0) % count + count) % count }
      let expected = way.first { captions[$0] == "Needle" } ?? desk.selection
      desk.find(step == 1 ? .forward : .backward)
      while desk.finder.isLooking { desk.tick() }
      #expect(desk.selection == expected)
    }
  }
}
