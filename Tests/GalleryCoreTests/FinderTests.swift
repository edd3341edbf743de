import FoundationEssentials
import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct FinderTests {
  private static let fruit = ["apple", "banana", "cherry", "Crab apple", "pineapple"]

  @Test func `an empty gallery has nothing to find`() {
    var desk = FinderDesk([])
    desk.search("a")
    #expect(desk.selection == 0 && desk.notice == nil && !desk.finder.isSearching)
  }

  @Test func `the prompt edits its line as a shell does`() {
    var desk = FinderDesk(Self.fruit)
    desk.type("one two")
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
    var desk = FinderDesk(Self.fruit)
    desk.type("app")
    desk.press(key)
    #expect(desk.finder.prompt == nil && desk.finder.statusText == nil)
    desk.find(.forward)
    #expect(desk.notice == "type / and a text to search for")
  }

  @Test func `the screen is painted anew from the prompt too`() {
    var desk = FinderDesk(Self.fruit)
    desk.type("a")
    desk.press(.control("l"))
    #expect(desk.effects == [.session(.repaint)])
    #expect(desk.finder.prompt?.text == "a")
  }

  @Test func `a search goes round in both directions and says which hit it is`() {
    var desk = FinderDesk(Self.fruit)
    desk.search("apple")
    #expect(desk.selection == 3)
    desk.settle()
    #expect(desk.notice == "2 of 3 with “apple”")
    for (direction, item, place) in [
      (ScrollDirection.forward, 4, "3"), (.forward, 0, "1"), (.backward, 4, "3"),
    ] {
      desk.find(direction)
      #expect(desk.selection == item)
      #expect(desk.notice == "\(place) of 3 with “apple”")
    }
    desk.search("cherry")
    desk.settle()
    #expect(desk.selection == 2 && desk.notice == "only one with “cherry”")
    desk.search("plum")
    #expect(desk.selection == 2 && desk.notice == "no caption contains “plum”")
  }

  @Test func `a slice of captions is examined at once, and the rest is ordered`() {
    var desk = FinderDesk(Array(repeating: "grain", count: 3 * Finder.slice))
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
    var desk = FinderDesk(Array(repeating: "grain", count: 3 * Finder.slice))
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

  @Test func `a hit is selected at its present place`() {
    var desk = FinderDesk(Array(repeating: "hay", count: 3 * Finder.slice))
    desk.captions.texts[12_000] = "needle"
    desk.search("needle")
    let former = desk.captions
    desk.captions.texts.removeFirst(10)
    desk.captions.ids.removeFirst(10)
    desk.finder.apply(nil)
    desk.carryOut(in: former)
    #expect(desk.selection == 11_990)
  }

  @Test func `a search over items that are others by now goes on over those`() {
    var desk = FinderDesk(Array(repeating: "hay", count: 3 * Finder.slice))
    desk.search("needle")
    let former = desk.captions
    desk.captions.texts.append("needle")
    desk.captions.ids.append(former.ids.count)
    desk.finder.apply(nil)
    desk.carryOut(in: former)
    #expect(desk.finder.isSearching && desk.notice == nil)
    desk.carryOut()
    #expect(desk.selection == 3 * Finder.slice)
  }

  @Test func `only items added at the end meanwhile are searched`() {
    for direction in [ScrollDirection.forward, .backward] {
      var desk = FinderDesk(Array(repeating: "hay", count: 3 * Finder.slice))
      desk.search("needle")
      desk.find(direction)
      let former = desk.captions
      desk.captions.texts += ["hay", "needle", "needle", "hay"]
      desk.captions.ids += Array(former.ids.count..<former.ids.count + 4)
      let end = former.ids.count
      desk.finder.apply(ItemChanges(inserted: RangeSet(end..<end + 4)))
      desk.carryOut(in: former)
      #expect(desk.selection == end + (direction == .forward ? 1 : 2))
    }
  }

  @Test func `items that come and go for ever do not keep a search from its end`() {
    var desk = FinderDesk(Array(repeating: "hay", count: 3 * Finder.slice))
    desk.search("needle")
    for isLast in [false, true] {
      desk.finder.apply(nil)
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
    var desk = FinderDesk(Array(repeating: "grain", count: SearchHits.mostItems + 1))
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
    var desk = FinderDesk(captions)
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
