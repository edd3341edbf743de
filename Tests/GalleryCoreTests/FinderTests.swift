import FoundationEssentials
import GalleryItems
import Keys
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// Items that have nothing but captions, and ids of their own.
private struct Captions: ItemSnapshot {
  var texts: [String]
  var ids: [Int]

  init(_ texts: [String]) {
    self.texts = texts
    ids = Array(texts.indices)
  }

  func numberOfItems(inSection section: Int) -> Int { texts.count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(id: "\(indexPath.item)", caption: texts[indexPath.item], location: .template(""))
  }

  func id(at place: Int) -> ItemID { ItemID(rawValue: ids[place]) }

  func place(of id: ItemID) -> Int? { ids.firstIndex(of: id.rawValue) }
}

/// A finder over captions, the item that is selected, and the latest answer.
private struct Desk {
  var finder = Finder()
  var captions: Captions
  var selection = 0
  var notice: String?
  var effects: [Effect] = []

  init(_ captions: [String]) { self.captions = Captions(captions) }

  private var items: AnyItemSnapshot { AnyItemSnapshot(captions) }

  mutating func press(_ keys: Key...) {
    for key in keys {
      take(finder.press(key, from: selection, in: items, into: &effects))
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
    take(finder.find(direction, from: selection, in: items, into: &effects))
  }

  mutating func tick() { take(finder.look(at: captions.texts, from: selection)) }

  /// Counts hits and carries out orders to their ends.
  mutating func settle() {
    while finder.isCounting || finder.isSearching {
      if finder.isSearching { carryOut() } else { tick() }
    }
  }

  /// Carries out the latest order, over other items than those that are there now if so told.
  mutating func carryOut(in former: Captions? = nil) {
    guard case .search(.start(var order))? = effects.popLast() else { return }
    let searched = AnyItemSnapshot(former ?? captions)
    let found = order.examine(order.left, in: searched).map(searched.id)
    take(SearchNews(of: order, found.map { .found($0) } ?? .foundNothing))
  }

  mutating func take(_ news: SearchNews) {
    take(finder.take(news, from: selection, in: items, into: &effects))
  }

  private mutating func take(_ finding: Finder.Finding) {
    selection = finding.item ?? selection
    notice = finding.notice
  }
}

@Suite struct FinderTests {
  private static let fruit = ["apple", "banana", "cherry", "Crab apple", "pineapple"]

  @Test func `a jump selects by number and holds it to the gallery`() {
    var desk = Desk(Self.fruit)
    for (text, item) in [
      ("2", 1), ("0", 0), ("99", 4), ("-7", 0), ("+5", 4), ("1", 0), ("\(Int.max)", 4),
      ("\(Int.min)", 0),
    ] {
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
    #expect(desk.selection == 0 && desk.notice == nil && !desk.finder.isSearching)
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

  @Test func `a slice of captions is examined at once, and the rest is ordered`() {
    var desk = Desk(Array(repeating: "grain", count: 3 * Finder.slice))
    desk.search("sand")
    #expect(desk.finder.isSearching && desk.effects.count == 1)
    #expect(desk.finder.statusText == "searching “sand” 33 %, Esc stops")
    guard case .search(.start(let order))? = desk.effects.last else { return }
    desk.take(SearchNews(of: order, .isOn(left: Finder.slice)))
    #expect(desk.finder.statusText == "searching “sand” 66 %, Esc stops")
    desk.carryOut()
    #expect(!desk.finder.isSearching && desk.notice == "no caption contains “sand”")
  }

  @Test func `a search that is stopped or repeated ends the one before`() {
    var desk = Desk(Array(repeating: "grain", count: 3 * Finder.slice))
    desk.search("sand")
    desk.find(.backward)
    #expect(desk.effects.transcript == "search 1, stop searching, search 2")
    desk.finder.stop(into: &desk.effects)
    #expect(desk.effects.last == .search(.stop) && !desk.finder.isSearching)
    guard case .search(.start(let order)) = desk.effects[0] else { return }
    desk.take(SearchNews(of: order, .found(7)))
    #expect(desk.selection == 0, "that of another search, and it was stopped")
    var none: [Effect] = []
    desk.finder.stop(into: &none)
    #expect(none.isEmpty)
  }

  @Test func `what is found is selected where it is by then`() {
    var desk = Desk(Array(repeating: "hay", count: 3 * Finder.slice))
    desk.captions.texts[12_000] = "needle"
    desk.search("needle")
    let former = desk.captions
    desk.captions.texts.removeFirst(10)
    desk.captions.ids.removeFirst(10)
    desk.finder.follow(nil)
    desk.carryOut(in: former)
    #expect(desk.selection == 11_990)
  }

  @Test func `a search over items that are others by now goes on over those`() {
    var desk = Desk(Array(repeating: "hay", count: 3 * Finder.slice))
    desk.search("needle")
    let former = desk.captions
    desk.captions.texts.append("needle")
    desk.captions.ids.append(former.ids.count)
    desk.finder.follow(nil)
    desk.carryOut(in: former)
    #expect(desk.finder.isSearching && desk.notice == nil)
    desk.carryOut()
    #expect(desk.selection == 3 * Finder.slice)
  }

  @Test func `what came at the end meanwhile is searched alone`() {
    for direction in [ScrollDirection.forward, .backward] {
      var desk = Desk(Array(repeating: "hay", count: 3 * Finder.slice))
      desk.search("needle")
      desk.find(direction)
      let former = desk.captions
      desk.captions.texts += ["hay", "needle", "needle", "hay"]
      desk.captions.ids += Array(former.ids.count..<former.ids.count + 4)
      let end = former.ids.count
      desk.finder.follow(ItemChanges(inserted: RangeSet(end..<end + 4)))
      desk.carryOut(in: former)
      #expect(desk.selection == end + (direction == .forward ? 1 : 2))
    }
  }

  @Test func `items that come and go for ever do not keep a search from its end`() {
    var desk = Desk(Array(repeating: "hay", count: 3 * Finder.slice))
    desk.search("needle")
    for isLast in [false, true] {
      desk.finder.follow(nil)
      desk.carryOut()
      #expect(desk.finder.isSearching != isLast)
    }
    #expect(desk.notice == "no caption contains “needle”")
  }

  @Test func `a gallery as large as can be is searched without a trap`() {
    let items = AnyItemSnapshot(FoodSource(count: .max))
    var finder = Finder()
    var effects: [Effect] = []
    finder.open(.search)
    for key in [Key.character("q"), .enter] {
      _ = finder.press(key, from: .max - 2, in: items, into: &effects)
    }
    #expect(finder.statusText == "searching “q” 0 %, Esc stops")
    #expect(finder.find(.backward, from: 1, in: items, into: &effects) == Finder.Finding())
  }

  @Test func `only galleries that are counted in time are counted`() {
    var desk = Desk(Array(repeating: "grain", count: SearchHits.mostItems + 1))
    desk.search("grain")
    #expect(desk.selection == 1 && !desk.finder.isCounting)
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
    desk.settle()
    for _ in 0..<6 {
      desk.selection = .random(in: 0..<count, using: &random)
      let step = Bool.random(using: &random) ? 1 : -1
      let way = (1...count).map { ((desk.selection + step * $0) % count + count) % count }
      let expected = way.first { captions[$0] == "Needle" } ?? desk.selection
      desk.find(step == 1 ? .forward : .backward)
      desk.settle()
      #expect(desk.selection == expected)
    }
  }
}
