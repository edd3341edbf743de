import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct FramesPageTests {
  @Test func `the page of frames has the width of the screen`() {
    var session = GallerySession(screen: CellSize(columns: 200, rows: 60))
    session.gallery.listFrames(of: OverlayTests.profiler)
    let line = session.frame.textLines.first { $0.contains("+3.2 ms") }
    for word in ["program: present · key ↓ · 24 tiles · 1.1 KB · frame 59", "present 19.0"] {
      #expect(line?.contains(word) == true, "\(word)")
    }
  }

  @Test func `the page of frames names what caused them, and what took their time`() throws {
    var session = GallerySession()
    #expect(session.press(.character(":"), .paste("frames"), .enter) == [.session(.listFrames)])
    session.gallery.listFrames(of: OverlayTests.profiler)
    let words = session.frame.text.split { $0.isWhitespace || $0 == "┃" || $0 == "│" }
    let text = words.joined(separator: " ")
    for word in [
      "+3.2 ms", "program: present", "key ↓", "24 tiles", "1.1 KB",
      "frame 59 at 14:03:22", "present 19.0", "-12.0 ms",
    ] {
      #expect(text.contains(word), "\(word)")
    }
    session.press(.escape)
    #expect(session.gallery.screen == .tiles)
  }
}
