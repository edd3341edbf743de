import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryDetailTests {
  @Test func `the detail view asks for the picture at the size of the screen, and what it is`() {
    var session = GallerySession()
    session.press(.enter)
    #expect(session.loads.map(\.key.size) == [PixelSize(width: 80, height: 48)])
    #expect(session.effects.contains(.detail(.describe(session.loads[0]))))
  }

  @Test func `leaving the detail view stops everything`() {
    var session = GallerySession()
    session.press(.enter)
    let key = session.loads[0].key
    #expect(session.press(.escape) == [.detail(.stopDescribing(key)), .pipeline(.cancel(key))])
    #expect(session.gallery.screen == .tiles)
  }

  @Test func `moving shows the next picture without leaving`() {
    var session = GallerySession()
    session.press(.enter)
    session.press(.down)
    #expect(session.loads.map(\.key.item) == [1])
    session.press(.right)
    #expect(session.loads.map(\.key.item) == [2])
    session.press(.pageDown)
    #expect(session.detailLoads.map(\.key.item) == [3])
    session.press(.end)
    #expect(session.detailLoads.map(\.key.item) == [99])
    #expect(session.gallery.screen == .detail)
  }

  @Test func `pictures passed over within one batch are never asked for`() {
    var session = GallerySession()
    session.press(.enter)
    session.press(.right, .right, .right)
    #expect(session.detailLoads.map(\.key.item) == [3])
  }

  @Test func `the pictures beside it are prefetched once it is there, and no others`() {
    var session = GallerySession()
    session.press(.character("G"), .left, .enter)
    let load = session.detailLoads[0]
    #expect(session.detailPrefetches.isEmpty)
    session.answer(load)
    #expect(session.detailPrefetches.map(\.key.item) == [99, 97])
    session.press(.character("o"))
    #expect(session.detailPrefetches.isEmpty)
  }

  @Test func `going on takes over the prefetch, and gives up the one behind`() {
    var session = GallerySession()
    session.press(.right, .enter)
    session.answer(session.detailLoads[0])
    let ahead = session.detailPrefetches
    #expect(ahead.map(\.key.item) == [2, 0])
    session.press(.right)
    #expect(session.detailLoads.map(\.key) == [ahead[0].key])
    #expect(session.effects.contains(.pipeline(.cancel(ahead[1].key))))
    #expect(!session.effects.contains(.pipeline(.cancel(ahead[0].key))))
  }

  @Test func `without prefetching nothing beside it is asked for`() {
    var session = GallerySession(isPrefetchingEnabled: false)
    session.press(.enter)
    session.answer(session.detailLoads[0])
    #expect(session.detailPrefetches.isEmpty)
    session.press(.character("p"))
    #expect(session.detailPrefetches.map(\.key.item) == [1])
    let key = session.detailPrefetches[0].key
    session.press(.character("p"))
    #expect(session.effects.contains(.pipeline(.cancel(key))))
  }

  @Test func `until its picture is there the tile's stands for it`() {
    var session = GallerySession(screen: CellSize(columns: 40, rows: 10))
    session.answerAll(pixel: 0xFF_336699)
    session.press(.enter)
    let middle = session.frame[20, 4]
    #expect(middle.background == Color(rawValue: 0x33_6699))
    #expect(!session.frame.text.contains("loading"))
  }

  @Test func `a resize keeps the picture until the new one is there`() {
    var session = GallerySession()
    session.press(.enter)
    session.answer(session.detailLoads[0], pixel: 0xFF_336699)
    session.send([.resized(CellSize(columns: 60, rows: 21))])
    #expect(session.detailLoads.map(\.key.size) == [PixelSize(width: 60, height: 40)])
    #expect(session.frame[30, 10].background == Color(rawValue: 0x33_6699))
  }

  @Test func `under the smallest size everything stops, and it starts again when there is room`() {
    var session = GallerySession()
    session.press(.enter)
    let key = session.detailLoads[0].key
    session.send([.resized(CellSize(columns: 19, rows: 5))])
    #expect(session.effects.contains(.pipeline(.cancel(key))))
    session.send([.resized(CellSize(columns: 80, rows: 25))])
    #expect(session.detailLoads.map(\.key) == [key])
  }

  @Test func `a double click opens what is under it, and goes back`() {
    var session = GallerySession()
    session.press(.doubleClick(CellPoint(column: 5, row: 9)))
    #expect(session.gallery.selection == 1)
    #expect(session.gallery.screen == .detail)
    session.press(.doubleClick(CellPoint(column: 5, row: 9)))
    #expect(session.gallery.screen == .tiles)
  }

  @Test func `a double click beside every tile opens nothing`() {
    var session = GallerySession(count: 1)
    session.press(.doubleClick(CellPoint(column: 5, row: 20)))
    #expect(session.gallery.screen == .tiles)
  }

  @Test func `the keys' help does not lose the detail view`() {
    var session = GallerySession()
    session.press(.enter)
    let load = session.detailLoads[0]
    session.press(.character("?"))
    #expect(session.effects.isEmpty)
    session.answer(load)
    session.press(.character("?"))
    #expect(session.gallery.screen == .detail)
    #expect(session.gallery.detail.picture?.base.isBlank == false)
  }

  @Test func `jumping and searching go on to other pictures`() {
    var session = GallerySession()
    session.press(.enter)
    session.type(":50")
    session.press(.enter)
    #expect(session.detailLoads.map(\.key.item) == [49])
    session.type("/food 73")
    #expect(session.detailLoads.map(\.key.item) == [73])
  }

  @Test func `a failure is shown, and tried again when asked`() {
    var session = GallerySession()
    session.press(.down, .down, .down)
    session.press(.enter)
    session.send([.pictureFailed(session.detailLoads[0].key, reason: "no connection")])
    #expect(session.frame.text.contains("no connection"))
    session.press(.character("r"))
    #expect(session.detailLoads.map(\.key.item) == [3])
  }
}
