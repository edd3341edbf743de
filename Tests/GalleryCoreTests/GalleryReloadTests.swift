import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryReloadTests {
  private let waiting = TileProgress(retryingAfter: .seconds(2), because: "the server answered 503")

  /// A gallery whose pictures are all there.
  private func filled() -> GallerySession {
    var session = GallerySession()
    session.answerAll(pixel: 0xFF_336699)
    return session
  }

  @Test func `reloading a tile asks its source, past the caches`() {
    var session = filled()
    session.press(.character("R"))
    #expect(session.loads.map(\.key.item) == [0])
    #expect(session.loads.map(\.bypassesCaches) == [true])
    #expect(session.cancels.isEmpty)
  }

  @Test func `a picture that is reloaded stays until the new one is there`() throws {
    var session = filled()
    let old = try #require(session.gallery.tiles[0]?.picture)
    session.press(.character("R"))
    let key = session.loads[0].key
    #expect(session.gallery.tiles[0]?.picture == old)
    #expect(session.gallery.isSettled(0))
    session.send([
      .picturePreview(key, ImagePreview(PixelImage(size: key.size, filledWith: 0xFF_808080)))
    ])
    #expect(session.gallery.tiles[0]?.picture == old)
    let new = PixelImage(size: key.size, filledWith: 0xFF_FFFFFF)
    session.send([.pictureReady(key, new)])
    #expect(session.gallery.tiles[0]?.picture == new)
    #expect(session.gallery.tiles[0]?.isUnderWay == false)
  }

  @Test func `a failed reload keeps the old picture and says why`() throws {
    var session = filled()
    let old = try #require(session.gallery.tiles[0]?.picture)
    session.press(.character("R"))
    session.send([.pictureFailed(session.loads[0].key, reason: "the server answered 500")])
    #expect(session.gallery.tiles[0]?.picture == old)
    #expect(session.gallery.notice == "not reloaded: the server answered 500")
    session.press(.end)
    session.press(.home)
    #expect(session.loads.contains { $0.key.item == 0 }, "it is not remembered as a failure")
  }

  @Test func `a late picture of before a reload is dropped`() throws {
    var session = GallerySession()
    let first = session.loads[0].key
    session.press(.character("R"))
    #expect(session.cancels == [0])
    let second = session.loads[0].key
    session.send([.pictureReady(first, PixelImage(size: first.size, filledWith: 0))])
    #expect(session.gallery.tiles[0]?.isBlank == true)
    session.press(.character("R"))
    #expect(session.effects.contains(.pipeline(.cancel(second))))
  }

  @Test func `scrolling away stops a reload`() {
    var session = filled()
    session.press(.character("R"))
    let key = session.loads[0].key
    session.press(.end)
    #expect(session.cancels.contains(key.item.rawValue))
  }

  @Test func `a failure is reloaded as if there had been nothing`() {
    var session = GallerySession()
    session.send([.pictureFailed(session.loads[0].key, reason: "the server answered 500")])
    session.press(.character("R"))
    #expect(session.gallery.tiles[0]?.isBlank == true)
    session.send([.pictureFailed(session.loads[0].key, reason: "the server answered 502")])
    #expect(session.gallery.tiles[0]?.hasFailed == true)
    #expect(session.gallery.notice == nil)
  }

  @Test func `in the detail view both sizes are reloaded`() {
    var session = filled()
    session.press(.enter)
    session.answerAll()
    session.press(.character("R"))
    #expect(
      session.loads.map(\.key.size) == [
        PixelSize(width: 80, height: 48), .init(width: 24, height: 16),
      ])
    #expect(session.gallery.detail.picture?.base.picture != nil)
  }

  @Test func `trying again starts what waits at once, and no longer says that it waits`() {
    var session = GallerySession()
    session.send([.pictureProgress(session.loads[0].key, waiting)])
    #expect(session.frame.text.contains("retry 1 in 2 s"))
    #expect(session.press(.character("r")) == [.pipeline(.retryNow)])
    #expect(!session.frame.text.contains("retry 1 in 2 s"))
    #expect(session.gallery.notice == nil)
  }

  @Test func `trying again asks for what failed, in the caches first`() {
    var session = GallerySession()
    session.send(session.loads.map { .pictureFailed($0.key, reason: "no connection") })
    session.press(.character("r"))
    #expect(session.effects.first == .pipeline(.retryNow))
    #expect(session.loads.map(\.key.item) == [0, 1, 2])
    #expect(session.loads.map(\.bypassesCaches) == [false, false, false])
  }

  @Test func `trying again in the detail view asks for its picture`() {
    var session = filled()
    session.press(.enter)
    let key = session.loads[0].key
    session.send([.pictureFailed(key, reason: "no connection")])
    session.press(.character("r"))
    #expect(session.loads.map(\.key.size) == [key.size])
    #expect(session.gallery.notice == nil)
  }

  @Test func `where nothing failed, trying again says so`() {
    var session = filled()
    session.press(.character("r"))
    #expect(session.gallery.notice == "nothing failed here")
  }
}
