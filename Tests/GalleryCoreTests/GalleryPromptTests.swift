import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryPromptTests {
  @Test func `keys in the prompt are text, escape leaves it`() {
    var session = GallerySession()
    session.type("/q")
    #expect(session.effects.isEmpty)
    #expect(session.frame.textLines.last?.hasPrefix(" /q▏") == true)
    session.press(.escape)
    #expect(session.gallery.finder.prompt == nil)
  }

  @Test func `a pasted line is text of the prompt, and what follows it is not`() {
    var session = GallerySession()
    session.type("/fo")
    session.press(.paste("od\u{1B}[A\u{0} 7\nq\n"))
    #expect(session.gallery.finder.prompt?.text == "food[A 7")
    session.press(.control("u"), .paste("\nq"))
    #expect(session.gallery.finder.prompt?.text == "")
    session.press(.paste(String(repeating: "x", count: 1_000)), .paste("y"))
    #expect(session.gallery.finder.prompt?.text == String(repeating: "x", count: Prompt.longest))
    session.press(.escape, .character(":"), .paste("42"), .enter)
    #expect(session.gallery.selection == 41)
  }

  @Test func `elsewhere a pasted text does nothing, and says so`() {
    var session = GallerySession()
    for screen in [[], [Key.enter], [.escape, .character("?")]] {
      for key in screen { session.press(key) }
      session.press(.paste("q:5\n"))
      #expect(session.gallery.notice?.hasPrefix("pasted text does nothing here") == true)
      #expect(!session.effects.contains { if case .session = $0 { true } else { false } })
      #expect(session.gallery.selection == 0)
    }
    session.press(.character("/"), .paste("zoom"))
    #expect(session.gallery.screens.help?.statusText == "/zoom▏")
  }

  @Test func `a search finds the next caption, around the end`() {
    var session = GallerySession()
    session.type("/food 7")
    session.press(.enter)
    #expect(session.gallery.selection == 7)
    session.press(.character("n"))
    #expect(session.gallery.selection == 70)
    session.press(.character("N"), .character("N"))
    #expect(session.gallery.selection == 79)
  }

  @Test func `a search through many items is ordered, and can be stopped`() {
    var session = GallerySession(count: 1_000_000)
    session.type("/")
    session.press(.paste("nowhere"), .enter)
    #expect(session.gallery.finder.isSearching && !session.gallery.wantsTicks)
    #expect(session.effects.transcript == "search 1")
    session.send([.searched(session.news(.isOn(left: 250_000)))])
    #expect(session.frame.textLines.last?.contains("searching “nowhere” 75 %") == true)
    session.press(.escape)
    #expect(!session.gallery.finder.isSearching)
    #expect(session.effects.transcript == "stop searching")
  }

  @Test func `the hit of an ordered search is selected`() {
    var session = GallerySession(count: 1_000_000)
    session.type("/")
    session.press(.paste("food 700000"), .enter)
    session.send([.searched(session.news(.found(700_000)))])
    #expect(session.gallery.selection == 700_000 && !session.gallery.finder.isSearching)
  }

  @Test func `a search that finds nothing says so`() {
    var session = GallerySession()
    session.type("/nowhere")
    session.press(.enter)
    #expect(session.gallery.notice == "no caption contains “nowhere”")
    #expect(!session.gallery.wantsTicks)
  }

  @Test func `a search says which of how many it has found`() {
    var session = GallerySession()
    session.type("/food 7")
    session.press(.enter)
    session.settleTicks()
    #expect(session.gallery.notice == "1 of 11 with “food 7”")
    session.press(.character("n"))
    #expect(session.gallery.notice == "2 of 11 with “food 7”")
    session.press(.character("N"), .character("N"))
    #expect(session.gallery.notice == "11 of 11 with “food 7”")
    session.press(.down)
    #expect(session.gallery.notice == nil)
    session.type("/food 42")
    session.press(.enter)
    session.settleTicks()
    #expect(session.gallery.notice == "only one with “food 42”")
  }

  @Test func `hits among too many items are not counted`() {
    var session = GallerySession(count: SearchHits.mostItems + 1)
    session.type("/food 7")
    session.press(.enter)
    #expect(session.gallery.selection == 7)
    session.settleTicks()
    #expect(session.gallery.notice == nil)
  }

  @Test func `the next hit is loaded before it is asked for`() {
    var session = GallerySession(count: 1_000, policy: AdaptivePolicy())
    session.type("/food 50")
    session.press(.enter)
    #expect(session.gallery.selection == 50)
    session.send([.tick])
    #expect(session.prefetches.map(\.key.item.rawValue) == [498, 499, 500])
    session.answerAll()
    session.press(.character("n"))
    #expect(session.gallery.visibleItems == 498..<501)
    #expect(session.gallery.visibleItems.allSatisfy(session.gallery.isSettled))
  }

  @Test func `counting goes on from tick to tick and can be stopped`() {
    var session = GallerySession(count: SearchHits.mostItems)
    session.type("/food 7")
    session.press(.enter)
    session.send([.tick])
    #expect(session.gallery.wantsTicks && session.gallery.notice == nil)
    session.press(.escape)
    #expect(!session.gallery.wantsTicks)
    session.press(.character("n"))
    session.settleTicks()
    #expect(session.gallery.notice == "2 of 11111 with “food 7”")
  }

  @Test func `in a prompt Ctrl-W takes a word away and Ctrl-U everything`() {
    var session = GallerySession()
    session.type("/two words ")
    session.press(.control("w"))
    #expect(session.gallery.finder.prompt?.text == "two ")
    session.press(.control("w"), .control("w"))
    #expect(session.gallery.finder.prompt?.text == "")
    session.type("more")
    session.press(.control("u"))
    #expect(session.gallery.finder.prompt?.text == "")
    #expect(session.gallery.selection == 0)
  }
}

extension GallerySession {
  /// Returns news of the search that was ordered first.
  fileprivate func news(_ outcome: SearchNews.Outcome) -> SearchNews {
    SearchNews(
      of: SearchOrder(1, for: CaptionQuery("x"), .forward, from: 0, of: gallery.itemCount), outcome)
  }

  /// Sends ticks for as long as they are wanted.
  fileprivate mutating func settleTicks() {
    while gallery.wantsTicks { send([.tick]) }
  }
}
