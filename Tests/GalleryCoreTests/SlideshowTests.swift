import GalleryItems
import Raster
import Testing

@testable import GalleryCore

/// Slideshows; a second passes before each event.
@Suite struct SlideshowTests {
  private static let start = Key.other("F5")

  /// Lets seconds pass, and answers all loads at once.
  private func pass(_ seconds: Int, in session: inout GallerySession) {
    for _ in 0..<seconds { session.answerAll() }
  }

  private func session(_ count: Int = 3) -> GallerySession {
    var session = GallerySession(count: count)
    session.press(Self.start)
    return session
  }

  @Test func `each picture is shown for the interval, and the first follows the last`() {
    var session = session()
    #expect(session.gallery.screen == .detail)
    #expect(session.frame.text.contains("slideshow: 5 s each; F5 or Esc ends it"))
    for place in [0, 1, 2, 0] {
      #expect(session.gallery.selection == place)
      pass(6, in: &session)
    }
    #expect(!session.frame.text.contains("5 s each"))
  }

  @Test func `the interval begins once the picture is shown or has failed`() {
    var session = session()
    let load = session.detailLoads[0]
    for _ in 0..<20 { session.send([]) }
    #expect(
      session.gallery.selection == 0 && session.gallery.screens.slideshow.nextAt(or: nil) == nil)
    session.send([.pictureFailed(load.key, reason: "broken")])
    for _ in 0..<3 { session.send([]) }
    #expect(session.gallery.selection == 0)
    for _ in 0..<2 { session.send([]) }
    #expect(session.gallery.selection == 1)
  }

  @Test func `a typed interval starts one too`() {
    var session = GallerySession(count: 3)
    session.press(.character(":"))
    session.enter("slideshow 2")
    #expect(session.frame.text.contains("slideshow: 2 s each"))
    pass(3, in: &session)
    #expect(session.gallery.selection == 1)
  }

  @Test(arguments: [
    (start, ShownScreen.detail, 0), (Key.escape, .detail, 0), (.right, .detail, 1),
    (.enter, .detail, 0),
  ])
  func `F5, Esc and movements end it`(key: Key, screen: ShownScreen, place: Int) {
    var session = session()
    pass(2, in: &session)
    session.press(key)
    #expect(session.gallery.screen == screen && session.gallery.selection == place)
    pass(20, in: &session)
    #expect(
      session.gallery.selection == place && session.gallery.screens.slideshow.nextAt(or: nil) == nil
    )
    session.press(.escape, .escape)
    #expect(session.gallery.screen == .tiles)
  }

  @Test func `the help screen pauses it`() {
    var session = session()
    pass(2, in: &session)
    session.press(.character("?"))
    pass(20, in: &session)
    #expect(session.gallery.selection == 0 && session.gallery.screen == .help)
    session.press(.character("?"))
    pass(6, in: &session)
    #expect(session.gallery.selection == 1)
  }

  @Test func `one picture has no slideshow`() {
    let session = session(1)
    #expect(
      session.gallery.screen == .tiles && session.gallery.screens.slideshow.nextAt(or: nil) == nil)
    #expect(session.frame.text.contains("a slideshow needs several pictures"))
  }
}
