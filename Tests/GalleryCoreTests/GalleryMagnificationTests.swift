import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryMagnificationTests {
  private let large = PixelSize(width: 320, height: 192)

  @Test func `zooming goes from whole to eightfold and back, never beyond`() {
    var session = GallerySession()
    session.open(large)
    var seen: [Double?] = []
    for _ in 0..<9 {
      seen.append(session.gallery.scale)
      session.press(.character("+"))
    }
    #expect(seen == [nil, 1.0 / 3, 0.5, 2.0 / 3, 1, 2, 4, 8, 8])
    for _ in 0..<8 { session.press(.character("-")) }
    #expect(session.gallery.scale == nil)
    #expect(session.gallery.detail.magnifier.magnification == .fit)
  }

  @Test func `the wheel zooms too`() {
    var session = GallerySession()
    session.open(large)
    session.press(.wheel(-1))
    #expect(session.gallery.scale == 1.0 / 3)
    session.press(.wheel(1))
    #expect(session.gallery.scale == nil)
    #expect(session.gallery.selection == 0)
  }

  @Test func `one key goes to one for one and back`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"))
    #expect(session.gallery.scale == 1)
    session.press(.character("z"))
    #expect(session.gallery.scale == nil)
  }

  @Test func `a scale asks for as many pixels as it shows, and never for more than there are`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("+"))
    #expect(session.detailLoads.map(\.key.size) == [PixelSize(width: 107, height: 64)])
    #expect(session.detailLoads.map(\.purpose) == [.magnified])
    let first = session.detailLoads[0].key
    session.press(.character("z"))
    #expect(session.effects.contains(.pipeline(.cancel(first))))
    #expect(session.detailLoads.map(\.key.size) == [large])
    session.press(.character("+"))
    #expect(session.detailLoads.isEmpty)
    session.press(.character("z"), .character("z"))
    #expect(session.detailLoads.isEmpty)
  }

  @Test func `a small picture goes from its own size through the whole view to eightfold`() {
    var session = GallerySession()
    session.open(PixelSize(width: 30, height: 20))
    var seen: [Double?] = []
    for _ in 0..<3 {
      seen.append(session.gallery.scale)
      session.press(.character("-"))
    }
    for _ in 0..<4 {
      session.press(.character("+"))
      seen.append(session.gallery.scale)
    }
    #expect(seen == [nil, 1, 1, nil, 4, 8, 8])
    session.press(.character("z"))
    #expect(session.gallery.scale == 1)
    session.press(.character("z"))
    #expect(session.gallery.scale == nil)
  }

  @Test func `a picture that is there in full is asked for no more`() {
    var session = GallerySession()
    session.open(PixelSize(width: 30, height: 20))
    for _ in 0..<3 {
      session.press(.character("+"))
      #expect(session.detailLoads.isEmpty)
    }
    #expect(session.gallery.scale == 8)
  }

  @Test func `a template's picture is as large as it came, if nothing else is known`() {
    var session = GallerySession()
    session.press(.enter)
    let request = session.detailLoads[0]
    session.send([.described(request.key, PictureInfo())])
    session.press(.character("+"))
    #expect(session.gallery.notice == "its size is not known yet")
    session.answer(request)
    session.press(.character("+"))
    #expect(session.gallery.scale == 2)
  }

  @Test func `the arrows pan, and the ends hold`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"))
    #expect(session.corner == CellPoint(column: 120, row: 36))
    session.press(.right, .down)
    #expect(session.corner == CellPoint(column: 128, row: 38))
    session.press(.left, .up)
    #expect(session.corner == CellPoint(column: 120, row: 36))
    for _ in 0..<50 { session.press(.right) }
    #expect(session.corner?.column == 240)
    session.press(.left)
    #expect(session.corner?.column == 232)
    session.press(.home)
    #expect(session.corner == CellPoint(column: 0, row: 0))
    session.press(.character("G"))
    #expect(session.corner == CellPoint(column: 240, row: 72))
    #expect(session.gallery.selection == 0)
  }

  @Test func `half a page pans too, and a click brings its place to the middle`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"))
    session.press(.control("d"))
    #expect(session.corner == CellPoint(column: 120, row: 48))
    session.press(.click(CellPoint(column: 50, row: 2)))
    #expect(session.corner == CellPoint(column: 130, row: 38))
  }

  @Test func `zooming keeps what is in the middle`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"))
    session.press(.right, .right, .down)
    let corner = session.corner
    session.press(.character("+"), .character("+"), .character("-"), .character("-"))
    #expect(session.corner == corner)
  }

  @Test func `the next picture is seen in the same way, at the same place`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"), .home)
    session.press(.pageDown)
    #expect(session.gallery.selection == 1)
    let request = session.detailLoads[0]
    session.send([.described(request.key, PictureInfo(size: large))])
    #expect(session.gallery.scale == 1)
    #expect(session.corner == CellPoint(column: 0, row: 0))
    #expect(session.detailLoads.map(\.key.size) == [large])
  }

  @Test func `one for one holds for small pictures too, and arrows go on from them`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"))
    session.press(.pageDown)
    session.send([
      .described(session.detailLoads[0].key, PictureInfo(size: PixelSize(width: 8, height: 8)))
    ])
    #expect(session.gallery.scale == 1)
    session.press(.right)
    #expect(session.gallery.selection == 2)
    session.send([.described(session.detailLoads[0].key, PictureInfo(size: large))])
    #expect(session.gallery.scale == 1)
  }

  @Test func `another opening begins with the whole`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"))
    session.press(.escape)
    session.press(.enter)
    #expect(session.gallery.detail.magnifier.magnification == .fit)
  }

  @Test func `until the sharp picture is there the coarse one is enlarged`() {
    var session = GallerySession()
    session.open(large, pixel: 0xFF_336699)
    session.press(.character("z"))
    #expect(session.frame[0, 0].background == Color(rawValue: 0x33_6699))
    session.answer(session.detailLoads[0], pixel: 0xFF_993366)
    #expect(session.frame[0, 0].background == Color(rawValue: 0x99_3366))
  }

  @Test func `where the sharp picture fails the coarse one stays, and that is told`() {
    var session = GallerySession()
    session.open(large, pixel: 0xFF_336699)
    session.press(.character("z"))
    session.send([.pictureFailed(session.detailLoads[0].key, reason: "too many pixels")])
    #expect(session.gallery.notice == "not sharper: too many pixels")
    #expect(session.frame[0, 0].background == Color(rawValue: 0x33_6699))
    session.press(.right)
    #expect(session.detailLoads.isEmpty)
  }

  @Test func `one for one shows the picture's pixels`() {
    var session = GallerySession()
    session.open(large)
    session.press(.character("z"))
    let image = PixelImage.gradient(large)
    session.answer(session.detailLoads[0], with: image)
    let frame = session.frame
    for (column, row) in [(0, 0), (79, 23), (13, 7)] {
      let pixel = image.pixels[(36 + row) * 2 * 320 + 120 + column]
      #expect(frame[column, row].foreground == Color(rawValue: pixel & 0xFF_FFFF))
    }
  }
}

extension GallerySession {
  /// The cell of the picture in the top left corner.
  fileprivate var corner: CellPoint? {
    guard let scale = gallery.scale, let geometry = gallery.geometry else { return nil }
    return gallery.offset(at: scale, in: geometry)
  }
}
