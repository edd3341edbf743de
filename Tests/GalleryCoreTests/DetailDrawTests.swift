import Keys
import Raster
import Testing

@testable import GalleryCore

@Suite struct DetailDrawTests {
  private let screen = CellSize(columns: 60, rows: 14)
  private let photo = PixelSize(width: 120, height: 80)

  private func opened(_ size: PixelSize, info: PictureInfo? = nil) -> GallerySession {
    var session = GallerySession(count: 3, screen: screen)
    session.press(.enter)
    let request = session.detailLoads[0]
    session.send([.described(request.key, info ?? PictureInfo(size: size))])
    let geometry = PictureGeometry(
      own: size, view: session.gallery.detailRect.size, rendition: Rendition())
    let fitted = geometry.map { $0.pixels(at: $0.fitScale) } ?? size
    session.answer(request, with: .gradient(fitted))
    return session
  }

  @Test func `the whole picture`() throws {
    try expectFrame(opened(photo).frame, is: "detail-whole")
  }

  @Test func `a part of it, moved`() throws {
    var session = opened(photo)
    session.press(.character("z"))
    session.answer(session.detailLoads[0], with: .gradient(photo))
    session.press(.right, .right, .down)
    try expectFrame(session.frame, is: "detail-part")
  }

  @Test func `a small picture, enlarged`() throws {
    var session = opened(PixelSize(width: 6, height: 4))
    session.press(.character("+"), .character("+"))
    try expectFrame(session.frame, is: "detail-enlarged")
  }

  @Test func `what is known of it`() throws {
    var session = opened(photo, info: GalleryInfoTests.photo)
    let key = try #require(session.gallery.detail.picture?.base.key)
    session.press(.character("i"))
    session.send([.timed(key, GalleryInfoTests.timings)])
    try expectFrame(session.frame, is: "detail-info")
  }

  @Test func `a picture that moves`() throws {
    var session = GallerySession(count: 3, screen: screen)
    session.press(.enter)
    let request = session.detailLoads[0]
    var info = PictureInfo(size: photo)
    info.frameCount = 24
    session.send([.described(request.key, info)])
    session.answer(request, with: .gradient(PixelSize(width: 39, height: 26)))
    let frame = PixelImage(size: PixelSize(width: 39, height: 26), filledWith: 0xFF_336699)
    session.send([.animationFrame(request.key, frame)])
    try expectFrame(session.frame, is: "detail-moving")
  }

  @Test func `while it loads, the tile's picture enlarged`() throws {
    var session = GallerySession(count: 1, screen: screen)
    session.answer(session.loads[0], with: .gradient(PixelSize(width: 12, height: 8)))
    session.press(.enter)
    session.send([
      .pictureProgress(
        session.detailLoads[0].key, TileProgress(fraction: 0.4, receivedBytes: 9_000))
    ])
    try expectFrame(session.frame, is: "detail-loading")
  }

  @Test func `a failure`() throws {
    var session = GallerySession(count: 1, screen: screen)
    session.press(.enter)
    session.send([
      .pictureFailed(session.detailLoads[0].key, reason: "the server answered 404 Not Found")
    ])
    try expectFrame(session.frame, is: "detail-failed")
  }

  @Test func `a long name leaves room for scale and size`() {
    var session = GallerySession(count: 1, screen: CellSize(columns: 30, rows: 9))
    session.open(photo)
    let line = session.frame.textLines[8]
    #expect(line.contains("…"))
    #expect(line.hasSuffix(" · whole, 20 % · 120x80"))
  }
}
