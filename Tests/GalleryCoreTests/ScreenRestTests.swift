import Raster
import Testing

@testable import GalleryCore

/// Whether nothing on the screen is pending.
@Suite struct ScreenRestTests {
  @Test func `tiles settle with their pictures and failures, whatever is loaded ahead`() {
    var session = GallerySession()
    #expect(!ScreenRest.isReached(by: session.gallery))
    let visible = session.loads
    for request in visible.dropLast() {
      session.send([.pictureReady(request.key, PixelImage(size: request.key.size, filledWith: 0))])
    }
    #expect(!ScreenRest.isReached(by: session.gallery))
    let reason = FailureReason(summary: "no", sentence: "no")
    session.send(
      visible.suffix(1).map { .pictureFailed($0.key, reason: reason, isTransient: false) })
    #expect(ScreenRest.isReached(by: session.gallery))
    session.press(.pageDown)
    #expect(!ScreenRest.isReached(by: session.gallery))
  }

  @Test func `a reload, and tiles of another size, are pending until their pictures come`() {
    var session = GallerySession()
    session.answerAll()
    #expect(ScreenRest.isReached(by: session.gallery))
    for key in ["R", "+"] as [Character] {
      session.press(.character(key))
      #expect(!ScreenRest.isReached(by: session.gallery))
      session.answerAll()
      #expect(ScreenRest.isReached(by: session.gallery))
    }
  }

  @Test func `one picture settles once it is loaded, described and rendered`() throws {
    var session = GallerySession(
      rendition: Rendition(.symbols(.quadrant)), isPrefetchingEnabled: false)
    session.answerAll()
    session.press(.enter)
    let request = try #require(session.detailLoads.first)
    #expect(!ScreenRest.isReached(by: session.gallery))
    session.send([.described(request.key, PictureInfo(size: PixelSize(width: 900, height: 900)))])
    #expect(!ScreenRest.isReached(by: session.gallery))
    session.answer(request)
    while let part = session.renderings.first {
      #expect(!ScreenRest.isReached(by: session.gallery))
      session.rendered(part)
    }
    #expect(ScreenRest.isReached(by: session.gallery))
  }

  @Test func `a screen without pictures is settled`() {
    var session = GallerySession()
    session.answerAll()
    session.press(.character("?"))
    #expect(ScreenRest.isReached(by: session.gallery))
    let small = GallerySession(screen: CellSize(columns: 10, rows: 3))
    #expect(ScreenRest.isReached(by: small.gallery))
  }
}
