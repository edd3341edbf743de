import FoundationEssentials
import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// Items with a thumbnail each.
private struct Photos: ItemSnapshot {
  var knownSize: PixelSize?

  func numberOfItems(inSection section: Int) -> Int { 100 }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(
      id: "\(indexPath.item)", caption: "photo \(indexPath.item)",
      location: .template("http://127.0.0.1:1/\(indexPath.item).jpg"),
      thumbnail: .template("http://127.0.0.1:1/small/\(indexPath.item).jpg"),
      knownSize: knownSize)
  }
}

@Suite struct GalleryThumbnailTests {
  private func session(knownSize: PixelSize? = nil) -> GallerySession {
    var session = GallerySession(count: 0)
    session.gallery = Gallery(
      source: Photos(knownSize: knownSize), screen: CellSize(columns: 80, rows: 25),
      configuration: GalleryConfiguration(tile: .large(.list), policy: StaticPolicy(), slots: 1_000)
    )
    session.send([])
    return session
  }

  private func paths(_ requests: [TileRequest]) -> [String] { requests.map(\.url.path) }

  @Test func `tiles load thumbnails, on the screen and ahead`() {
    let session = session()
    #expect(paths(session.loads).first == "/small/0.jpg")
    #expect((session.loads + session.prefetches).allSatisfy { $0.url.path.hasPrefix("/small/") })
    #expect(!session.prefetches.isEmpty)
  }

  @Test func `one picture is the picture itself, and its information names that`() {
    var session = session()
    session.answerAll()
    session.press(.enter)
    #expect(paths(session.loads) == ["/0.jpg"])
    session.press(.character("i"))
    #expect(session.frame.text.contains("http://127.0.0.1:1/0.jpg"))
  }

  @Test func `a tile whose thumbnail fails shows the picture itself, or why it fails too`() throws {
    var session = session()
    let key = try #require(session.loads.first?.key)
    session.send([.pictureFailed(key, reason: "the server answered 404")])
    #expect(paths(session.loads) == ["/0.jpg"])
    #expect(session.gallery.tiles[0]?.hasFailed == false)
    session.send([.pictureFailed(session.loads[0].key, reason: "the server answered 410")])
    #expect(session.loads.isEmpty)
    #expect(session.frame.text.contains("the server answered 410"))
  }

  @Test func `a thumbnail that fails ahead is made up for ahead`() throws {
    var session = session()
    let key = try #require(session.prefetches.last?.key)
    session.send([.pictureFailed(key, reason: "the server answered 404")])
    #expect(session.loads.isEmpty)
    #expect(paths(session.prefetches) == ["/\(key.item.rawValue).jpg"])
  }

  @Test func `a thumbnail that fails while it is reloaded leaves the old one for the picture`() {
    var session = session()
    session.answerAll()
    session.press(.character("R"))
    #expect(paths(session.loads) == ["/small/0.jpg"])
    session.send([.pictureFailed(session.loads[0].key, reason: "the server answered 404")])
    #expect(paths(session.loads) == ["/0.jpg"])
    #expect(session.gallery.tiles[0]?.picture != nil)
  }

  @Test func `the size of a thumbnail is not told as that of its picture`() throws {
    for (known, text) in [(PixelSize(width: 4000, height: 3000), "4000x3000"), (nil, "")] {
      var session = session(knownSize: known)
      let key = try #require(session.loads.first?.key)
      var image = PixelImage(size: key.size, filledWith: 0xFF_336699)
      image.info = PictureInfo(size: PixelSize(width: 320, height: 240))
      session.send([.pictureReady(key, image)])
      #expect(!session.frame.text.contains("320x240"))
      #expect(session.frame.text.contains(text) || text.isEmpty)
    }
  }

  @Test func `a square thumbnail stands in for the middle of its picture`() {
    let tile = Tile(
      key: TileKey(item: 0, size: PixelSize(width: 40, height: 40), attempt: 0), url: nil,
      state: .ready(PixelImage(size: PixelSize(width: 40, height: 40), filledWith: 0)))
    let place = tile.place(
      on: PixelSize(width: 80, height: 40), at: CellPoint(column: 0, row: 0))
    #expect(place.size == PixelSize(width: 40, height: 40))
    #expect(place.corner.column == 20)
  }
}
