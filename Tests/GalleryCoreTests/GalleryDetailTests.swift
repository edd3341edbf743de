import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryDetailTests {
  @Test func `the detail view asks for the picture at the size of the screen`() {
    var session = GallerySession()
    session.press(.enter)
    #expect(session.loads.map(\.key.size) == [PixelSize(width: 80, height: 48)])
  }

  @Test func `leaving the detail view cancels its load`() {
    var session = GallerySession()
    session.press(.enter)
    let key = session.loads[0].key
    #expect(session.press(.escape) == [.cancel(key)])
    #expect(session.gallery.screen == .tiles)
  }

  @Test func `moving shows the next picture without leaving`() {
    var session = GallerySession()
    session.press(.enter)
    session.press(.down)
    #expect(session.loads.map(\.key.item) == [1])
    #expect(session.gallery.screen == .detail)
  }
}
