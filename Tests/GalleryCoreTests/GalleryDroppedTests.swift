import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// Items 0 to 2 are on screen, 3 to 5 are loaded ahead; all of them are there.
@Suite struct GalleryDroppedTests {
  private var session = GallerySession()
  private let ahead: TileKey

  init() throws {
    ahead = try #require(session.prefetches.first?.key)
    session.answerAll()
    session.gallery.framePresented()
  }

  @Test
  mutating func `a picture that is dropped when it has left the window was loaded for nothing`() {
    session.press(.character("G"))
    #expect(session.gallery.ledger.counts.wasted == 0)
    session.send([.pictureDropped(ahead)])
    #expect(session.gallery.ledger.counts.wasted == 1)
  }

  @Test mutating func `one that a tile still holds is lost with the tile`() {
    session.send([.pictureDropped(ahead)])
    #expect(session.gallery.ledger.counts.wasted == 0)
    session.press(.character("G"))
    #expect(session.gallery.ledger.counts.wasted == 1)
  }

  @Test mutating func `one that a tile still holds is of use if the tile is shown`() {
    session.send([.pictureDropped(ahead)])
    session.press(.pageDown)
    session.gallery.framePresented()
    #expect(session.gallery.ledger.counts.useful == 3)
    #expect(session.gallery.ledger.counts.wasted == 0)
  }

  @Test mutating func `one of another size is not missed`() {
    session.press(.character("G"))
    let size = PixelSize(width: ahead.size.width + 1, height: ahead.size.height)
    session.send([.pictureDropped(TileKey(item: ahead.item, size: size, attempt: 0))])
    #expect(session.gallery.ledger.counts.wasted == 0)
  }

  @Test mutating func `the bytes of a stopped load are wasted`() {
    session.press(.pageDown)
    let key = session.prefetches.first?.key ?? ahead
    session.press(.character("g"))
    session.send([.loadStopped(key, receivedBytes: 700)])
    #expect(session.gallery.ledger.counts.wastedBytes == 700)
  }
}
