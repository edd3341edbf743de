import FoundationEssentials
import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct GalleryUpdateTests {
  @Test func `the first update loads what is visible and prefetches one screenful ahead`() {
    let session = GallerySession()
    #expect(session.loads.map(\.key.item) == [0, 1, 2])
    #expect(session.prefetches.map(\.key.item) == [3, 4, 5])
  }

  @Test func `a picture is asked for at exactly the size of its area`() {
    let session = GallerySession()
    #expect(session.loads[1].url.absoluteString == "http://127.0.0.1:1/24x16?text=food%201")
    let grid = GallerySession(screen: CellSize(columns: 160, rows: 50), mode: .grid)
    #expect(grid.loads[0].url.absoluteString == "http://127.0.0.1:1/30x22?text=food%200")
    #expect(grid.loads.count == 20)
  }

  @Test func `the viewport follows the selection only when it must`() {
    var session = GallerySession()
    session.press(.down, .down)
    #expect(session.gallery.selection == 2)
    #expect(session.gallery.viewport.offset == 0)
    session.press(.down)
    #expect(session.gallery.viewport.offset == 8)
  }

  @Test func `items passed over within one batch are never asked for`() {
    var session = GallerySession(count: 1_000)
    session.send(Array(repeating: .key(.pageDown), count: 50))
    let asked = (session.loads + session.prefetches).map(\.key.item.rawValue)
    // A screenful of the way there, and what is on screen.
    #expect(asked.min() == 147)
    #expect(session.cancels.sorted() == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a late result with another key is not shown`() {
    var session = GallerySession()
    let old = session.loads[0].key
    session.press(.character("v"))
    session.send([.pictureReady(old, PixelImage(size: old.size, filledWith: 0))])
    #expect(session.gallery.tiles[0]?.isBlank == true)
  }

  @Test func `a failure is remembered until reload`() {
    var session = GallerySession()
    let key = session.loads[0].key
    session.send([.pictureFailed(key, reason: "the server answered 500")])
    session.press(.character("G"))
    session.press(.character("g"))
    #expect(!session.loads.contains { $0.key.item == 0 })
    #expect(session.gallery.isSettled(0))
    session.press(.character("r"))
    #expect(session.loads.map(\.key.item) == [0])
    #expect(session.loads[0].key.attempt > key.attempt)
  }

  @Test func `a resize that keeps the picture size asks for nothing again`() {
    var session = GallerySession()
    session.answerAll()
    session.send([.resized(CellSize(columns: 100, rows: 25))])
    #expect(session.effects.isEmpty)
  }

  @Test func `under the smallest size everything stops, and it starts again when there is room`() {
    var session = GallerySession()
    session.send([.resized(CellSize(columns: 19, rows: 5))])
    #expect(session.cancels.count == 6)
    session.send([.resized(CellSize(columns: 80, rows: 25))])
    #expect(session.loads.count == 3)
  }

  @Test func `switching prefetching off cancels what is ahead, on asks for it again`() {
    var session = GallerySession()
    session.press(.character("p"))
    #expect(session.cancels == [3, 4, 5])
    #expect(session.gallery.policyName == "off")
    session.press(.character("p"))
    #expect(session.prefetches.map(\.key.item) == [3, 4, 5])
  }

  @Test func `a gallery that starts without prefetching can be switched to it`() {
    var session = GallerySession(isPrefetchingEnabled: false)
    #expect(session.prefetches.isEmpty)
    #expect(session.gallery.policyName == "off")
    session.press(.character("p"))
    #expect(session.prefetches.map(\.key.item) == [3, 4, 5])
    #expect(session.gallery.policyName == "static")
  }

  @Test(arguments: PrefetchPolicyName.allCases)
  func `a command chooses the policy, and says which`(name: PrefetchPolicyName) {
    var session = GallerySession()
    session.enter(":policy \(name)")
    #expect(session.gallery.policyName == name.rawValue)
    #expect(session.gallery.notice == "prefetching: \(name)")
  }

  @Test func `after the policy off, the key for prefetching takes the former one`() {
    var session = GallerySession()
    session.enter(":policy off")
    #expect(session.cancels == [3, 4, 5])
    session.press(.character("p"))
    #expect(session.gallery.policyName == "static" && session.prefetches.count == 3)
  }

  @Test func `another policy decides the window at once, and switches prefetching on`() {
    var session = GallerySession(policy: AdaptivePolicy(), isPrefetchingEnabled: false)
    #expect(session.prefetches.isEmpty)
    session.enter(":policy static")
    #expect(session.gallery.policyName == "static")
    #expect(session.prefetches.map(\.key.item) == [3, 4, 5])
    session.press(.character("p"))
    #expect(session.cancels == [3, 4, 5])
    #expect(session.gallery.notice == "prefetching: off")
  }

  @Test func `ten million items cost as little as a hundred`() {
    var session = GallerySession(count: 10_000_000)
    session.press(.end)
    #expect(session.gallery.selection == 9_999_999)
    #expect(session.gallery.tiles.count <= 6)
    session.press(.home)
    #expect(session.gallery.viewport.offset == 0)
  }

  @Test func `an empty gallery survives every key`() {
    var session = GallerySession(count: 0)
    for key in [Key.up, .down, .pageDown, .end, .enter, .character("R"), .character("n")] {
      session.press(key)
    }
    #expect(session.frame.textLines[1] == " nothing to show")
  }

  @Test func `leaving says how`() {
    var session = GallerySession()
    #expect(session.press(.character("q")) == [.session(.leave(status: 0))])
    #expect(session.press(.control("c")) == [.session(.leave(status: 130))])
    #expect(session.press(.control("z")) == [.session(.suspend)])
  }

  @Test func `Ctrl-L paints everything anew, in the prompt as well`() {
    var session = GallerySession()
    #expect(session.press(.control("l")) == [.session(.repaint)])
    _ = session.press(.character("/"))
    #expect(session.press(.control("l")) == [.session(.repaint)])
    #expect(session.gallery.finder.prompt != nil)
  }

  @Test func `the ledger balances through a session`() {
    var session = GallerySession(count: 300)
    var random = SeededRandom(seed: 1)
    for _ in 0..<200 {
      session.press(
        [.down, .up, .pageDown, .pageUp, .end, .home].randomElement(using: &random) ?? .up)
      if Bool.random(using: &random) { session.answerAll() }
      session.gallery.framePresented()
      let counts = session.gallery.ledger.counts
      #expect(
        counts.announced
          == counts.cancelled + counts.useful + counts.late + counts.wasted + counts.pending)
    }
  }

  @Test func `a prefetch that fails for a moment is loaded when it comes into view`() throws {
    var session = GallerySession()
    let ahead = try #require(session.prefetches.first)
    session.send([
      .pictureFailed(ahead.key, reason: "the server answered 503", isTransient: true)
    ])
    #expect(session.gallery.tiles[ahead.key.item] == nil)
    session.press(.pageDown)
    #expect(session.loads.contains { $0.key.item == ahead.key.item })
    #expect(session.gallery.failedItems == [ahead.key.item])
    session.answerAll()
    #expect(session.gallery.failedItems.isEmpty)
  }

  @Test func `a failure on screen is shown, however transient`() throws {
    var session = GallerySession()
    let key = try #require(session.loads.first?.key)
    session.send([.pictureFailed(key, reason: "no answer for 15 s", isTransient: true)])
    #expect(session.gallery.tiles[key.item]?.hasFailed == true)
    #expect(session.gallery.failedItems == [key.item])
  }

  @Test func `a prefetched picture that comes into view is said to be shown`() throws {
    var session = GallerySession()
    session.answerAll()
    session.press(.pageDown)
    let shown = session.effects.compactMap { effect in
      if case .pipeline(.used(let request)) = effect { request.key.item.rawValue } else { nil }
    }
    #expect(!shown.isEmpty && shown.allSatisfy(session.gallery.visibleItems.contains))
  }
}
