import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryPagingTests {
  /// A gallery of a source that has sent its first page.
  private func session(page: Int = 500) -> GallerySession {
    var session = GallerySession(count: 0)
    session.gallery = Gallery(
      source: FoodSource(count: 0), screen: CellSize(columns: 80, rows: 25),
      configuration: GalleryConfiguration(
        tile: .large(.list), policy: StaticPolicy(), slots: 1_000, isSourceComplete: false))
    session.send([change(from: 0, to: page, .onDemand(pageItems: page))])
    return session
  }

  private func change(
    from former: Int, to count: Int, _ supply: ItemSupply, hasFailedPage: Bool = false
  ) -> Event {
    .sourceChanged(
      SnapshotChange(
        to: FoodSource(count: count), by: ItemChanges(inserted: RangeSet(former..<count)),
        isComplete: supply == .flowing && !hasFailedPage, supply: supply,
        hasFailedPage: hasFailedPage))
  }

  private func asks(_ session: GallerySession) -> Bool {
    session.effects.contains(.session(.readOn))
  }

  private func asksAgain(_ session: GallerySession) -> Bool {
    session.effects.contains(.session(.askAgain))
  }

  @Test func `at rest no more than a page beyond the screen is asked for`() {
    var session = session(page: 10)
    #expect(asks(session))
    session.send([change(from: 10, to: 20, .onDemand(pageItems: 10))])
    #expect(!asks(session))
    #expect(session.gallery.paging.isResting)
    session.send([])
    #expect(!asks(session))
  }

  @Test func `pages that come before other items are asked for where they end`() {
    var session = session(page: 500)
    session.send([change(from: 500, to: 1_000, .onDemand(pageItems: 10, itemsBehind: 900))])
    #expect(!asks(session))
    while !asks(session), session.gallery.visibleItems.upperBound < 500 { session.press(.down) }
    #expect((80...110).contains(session.gallery.visibleItems.upperBound))
  }

  @Test func `a page that is asked for is not asked for again`() {
    var session = session(page: 10)
    session.press(.down)
    #expect(!asks(session))
    #expect(!session.gallery.paging.isResting)
  }

  @Test func `the faster the viewport, the sooner the next page is asked for`() {
    func itemsLeft(every pause: Duration) -> Int {
      var session = session()
      session.pause = pause
      while !asks(session), session.gallery.visibleItems.upperBound < 500 {
        session.press(.pageDown)
      }
      return session.gallery.itemCount - session.gallery.visibleItems.upperBound
    }
    let (slow, fast) = (itemsLeft(every: .seconds(2)), itemsLeft(every: .milliseconds(33)))
    #expect(slow > 0)
    #expect(fast > slow)
  }

  @Test func `the key of the end reads on until any key is pressed`() {
    var session = session()
    session.press(.end)
    #expect(asks(session))
    #expect(session.gallery.notice == "reading on to the end, 500 so far; any key stops")
    session.send([change(from: 500, to: 1_000, .onDemand(pageItems: 500))])
    #expect(asks(session))
    #expect(session.gallery.selection == 999)
    #expect(
      session.gallery.notice == "reading on to the end, 1000 so far, 500 a second; any key stops")
    session.press(.escape)
    #expect(session.gallery.notice == nil)
    session.send([change(from: 1_000, to: 1_500, .onDemand(pageItems: 500))])
    #expect(session.gallery.selection == 999)
    session.press(.end)
    session.send([change(from: 1_500, to: 1_700, .flowing)])
    #expect(session.gallery.selection == 1_699)
    #expect(session.gallery.notice == nil)
    #expect(!asks(session))
  }

  @Test func `a number beyond what is there reads on to it`() {
    var session = session()
    session.type(":1200")
    session.press(.enter)
    #expect(asks(session))
    #expect(session.gallery.notice == "reading on to 1200, 500 so far; any key stops")
    session.send([change(from: 500, to: 1_000, .onDemand(pageItems: 500))])
    #expect(asks(session) && session.gallery.selection == 999)
    session.send([change(from: 1_000, to: 1_500, .onDemand(pageItems: 500))])
    #expect(session.gallery.selection == 1_199 && session.gallery.notice == nil)
    session.send([change(from: 1_500, to: 2_000, .onDemand(pageItems: 500))])
    #expect(session.gallery.selection == 1_199)
  }

  @Test func `who reads on is told how fast that is`() {
    var session = session()
    session.pause = .seconds(2)
    session.press(.end)
    session.send([change(from: 500, to: 1_500, .onDemand(pageItems: 500))])
    #expect(
      session.gallery.notice == "reading on to the end, 1500 so far, 500 a second; any key stops")
  }

  @Test func `a page that failed is asked for again by r alone`() {
    var session = session(page: 10)
    session.send([change(from: 10, to: 11, .failed)])
    #expect(!asks(session))
    session.press(.end)
    #expect(!asks(session))
    session.press(.character("r"))
    #expect(!asks(session) && asksAgain(session))
    session.press(.character("r"))
    #expect(!asksAgain(session))
    // The row is gone while the page is fetched.
    session.send([
      .sourceChanged(
        SnapshotChange(
          to: FoodSource(count: 10), by: ItemChanges(removed: RangeSet(10..<11)), isComplete: false)
      )
    ])
    #expect(!session.gallery.paging.hasFailed && !session.gallery.paging.isResting)
  }

  @Test func `a search names the key that asks again for a page that failed`() {
    var session = session(page: 10)
    session.send([change(from: 10, to: 11, .failed)])
    session.type("/nothing of that kind")
    session.press(.enter)
    #expect(
      session.gallery.notice
        == "no caption contains “nothing of that kind” so far; r asks again for the page that failed"
    )
  }

  @Test(arguments: [ItemSupply.onDemand(pageItems: 10), .flowing])
  func `r asks again for a page that failed while others come`(supply: ItemSupply) {
    var session = session(page: 1_000)
    session.send([change(from: 1_000, to: 1_001, supply, hasFailedPage: true)])
    session.press(.character("r"))
    #expect(asksAgain(session))
    session.press(.character("r"))
    #expect(!asksAgain(session))
    session.send([change(from: 1_001, to: 1_002, supply, hasFailedPage: true)])
    session.press(.character("r"))
    #expect(asksAgain(session))
  }

  @Test(arguments: [Int.min, -1, 0, 1, Int.max])
  func `any number may be typed while pages are left`(number: Int) {
    var session = session(page: 10)
    session.type(":\(number)")
    session.press(.enter)
    #expect(session.gallery.selection == (number > 1 ? 9 : 0))
  }
}
