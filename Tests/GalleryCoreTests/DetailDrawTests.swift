import GalleryItems
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

  @Test func `a small picture of few colors, enlarged in whole steps`() throws {
    let session = opened(PixelSize(width: 6, height: 4))
    #expect(session.renderings.isEmpty)
    try expectFrame(session.frame, is: "detail-enlarged")
  }

  @Test func `a small picture of many colors, enlarged smoothly`() throws {
    var session = GallerySession(count: 3, screen: screen)
    session.press(.enter)
    let size = PixelSize(width: 12, height: 9)
    let request = session.detailLoads[0]
    session.send([.described(request.key, PictureInfo(size: size))])
    session.answer(
      request,
      with: PixelImage(
        size: size,
        pixels: (0..<size.area).map { index in
          let (x, y) = (UInt32(index % size.width), UInt32(index / size.width))
          return 0xFF00_0040 | x * 20 << 16 | y * 28 << 8
        }))
    let asked = try #require(session.renderings.last)
    #expect(asked.key.whole == PixelSize(width: 35, height: 26))
    session.rendered(asked)
    try expectFrame(session.frame, is: "detail-smooth")
    session.press(.character("z"))
    #expect(session.gallery.scale == 1)
    try expectFrame(session.frame, is: "detail-own-pixels")
  }

  @Test func `a small picture that moves is enlarged frame by frame`() throws {
    var session = GallerySession(
      count: 3, screen: screen, rendition: Rendition(.symbols(.sextant)))
    session.press(.enter)
    let size = PixelSize(width: 6, height: 4)
    var info = PictureInfo(size: size)
    info.frameCount = 2
    let request = session.detailLoads[0]
    session.send([.described(request.key, info)])
    session.answer(request, with: .gradient(PixelSize(width: 6, height: 3)))
    let animated = try #require(session.animations.last)
    session.answer(session.detailLoads[0], with: .gradient(size))
    #expect(animated.key == TileKey(item: 0, size: size, attempt: 0))
    session.send([.animationFrame(animated.key, PixelImage(size: size, filledWith: 0xFF_336699))])
    #expect(Event.animationFrame(animated.key, .gradient(size)).needsFrame(of: session.gallery))
    let asked = try #require(session.renderings.last)
    #expect(asked.image.pixels[0] == 0xFF_336699)
    session.rendered(asked)
    let middle = session.frame[30, 6]
    #expect(middle.background == Color(rawValue: 0x33_6699))
    session.press(.character("z"))
    let zoomed = try #require(session.renderings.last)
    #expect(zoomed != asked && zoomed.image == .gradient(size), "its own pixels, not a frame's")
  }

  @Test func `the information shows the known facts`() throws {
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

  @Test func `a tile says in short why a picture is missing, the detail view in full`() {
    let reason = FailureReason(
      summary: "the server cannot be reached",
      sentence: "no connection: Failed to connect to 127.0.0.1 port 1: Couldn't connect to server")
    var session = GallerySession(count: 1, screen: CellSize(columns: 100, rows: 14))
    session.send([.pictureFailed(session.loads[0].key, reason: reason)])
    #expect(session.frame.text.contains("failed: the server cannot be reached"))
    #expect(!session.frame.text.contains("port 1"))
    session.press(.enter)
    session.send(session.detailLoads.map { .pictureFailed($0.key, reason: reason) })
    #expect(session.frame.text.contains("port 1"))
    #expect(!session.frame.text.contains("cannot be reached"))
    session.press(.character("i"))
    let lines = session.frame.textLines
    #expect(lines.contains { $0.contains("failed    no connection: Failed to connect") })
    #expect(lines.contains { $0.contains("Couldn't connect to server") })
  }

  @Test func `a long name leaves room for scale and size`() {
    var session = GallerySession(count: 1, screen: CellSize(columns: 30, rows: 9))
    session.open(photo)
    let line = session.frame.textLines[8]
    #expect(line.contains("…"))
    #expect(line.hasSuffix(" · whole, 20 % · 120x80"))
  }
}
