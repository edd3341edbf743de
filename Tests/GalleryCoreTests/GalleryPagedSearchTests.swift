import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// Searches in a source that sends its items page by page: "food 0", "food 1" and so on.
@Suite struct GalleryPagedSearchTests {
  private var session: GallerySession

  init() {
    session = GallerySession(count: 0)
    session.gallery = Gallery(
      source: FoodSource(count: 0), screen: CellSize(columns: 80, rows: 25),
      configuration: GalleryConfiguration(
        tile: .large(.list), policy: StaticPolicy(), slots: 1_000, isSourceComplete: false))
    session.send([Self.page(from: 0, to: 500)])
  }

  private static func page(
    from former: Int, to count: Int, _ supply: ItemSupply = .onDemand(pageItems: 500)
  ) -> Event {
    .sourceChanged(
      SnapshotChange(
        to: FoodSource(count: count), by: ItemChanges(inserted: RangeSet(former..<count)),
        isComplete: supply == .flowing, supply: supply))
  }

  private mutating func search(_ text: String) {
    session.type("/" + text)
    session.press(.enter)
  }

  private var asks: Bool { session.effects.contains(.session(.readOn)) }
  private var place: Int { session.gallery.selection }
  private var status: String? { session.gallery.finder.statusText }

  @Test mutating func `a search reads on to what is not there yet`() {
    search("food 1234")
    #expect(asks && status == "searching “food 1234”… 500 items read · Esc stops")
    session.send([Self.page(from: 500, to: 1_000)])
    #expect(asks && status == "searching “food 1234”… 1000 items read · Esc stops")
    session.send([Self.page(from: 1_000, to: 1_500)])
    #expect(!asks && status == nil && place == 1_234)
    #expect(session.gallery.isSourceComplete == false)
  }

  @Test mutating func `the next match may be on a page that is not read`() {
    search("food 3")
    #expect(place == 3)
    for _ in 0..<110 { session.press(.character("n")) }
    #expect(place == 399 && !asks)
    session.press(.character("n"))
    #expect(asks && place == 399)
    session.send([Self.page(from: 500, to: 5_000)])
    #expect(place == 3_000)
  }

  @Test mutating func `hits are counted so far`() {
    search("food 499")
    session.send([.tick])
    #expect(session.gallery.notice == "only one with “food 499” so far")
  }

  @Test mutating func `a key stops it, and no more is asked for`() {
    search("nothing of that kind")
    #expect(asks)
    session.press(.escape)
    #expect(status == nil)
    session.send([Self.page(from: 500, to: 1_000)])
    #expect(!asks && place == 0)
  }

  @Test mutating func `at the end of all it goes round, and says that nothing is there`() {
    session.send([Self.page(from: 500, to: 1_000)])
    session.type(":900")
    session.press(.enter)
    search("food 7")
    #expect(asks)
    session.send([Self.page(from: 1_000, to: 1_200, .flowing)])
    #expect(place == 7)
    search("nothing of that kind")
    #expect(session.gallery.notice == "no caption contains “nothing of that kind”")
  }

  @Test mutating func `a page that fails ends it, and names the key that asks again`() {
    search("nothing of that kind")
    session.send([Self.page(from: 500, to: 501, .failed)])
    #expect(!asks && status == nil)
    #expect(
      session.gallery.notice
        == "no caption contains “nothing of that kind” so far; r asks again for the page that failed"
    )
  }

  @Test mutating func `backward, or before other items, what is there goes first`() {
    search("food 1")
    session.press(.character("N"))
    #expect(place == 199 && !asks)
    session.send([Self.page(from: 500, to: 600, .onDemand(pageItems: 100, itemsBehind: 50))])
    session.type(":500")
    session.press(.enter)
    search("food 10")
    #expect(place == 10 && !asks)
  }
}
