import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryRenditionTests {
  private let kitty = Rendition.Method.kitty(cell: PixelSize(width: 10, height: 20))

  @Test func `the symbols key goes through all sets, and says which`() {
    var session = GallerySession()
    var seen: [Rendition.Method] = []
    var notices: [String?] = []
    for _ in 0..<7 {
      session.press(.character("S"))
      seen.append(session.gallery.rendition.method)
      notices.append(session.gallery.notice)
    }
    #expect(
      seen
        == [.quadrant, .sextant, .octant, .braille, .ascii, .half, .quadrant].map(
          Rendition.Method.symbols))
    #expect(notices.first == "symbols: quadrants")
  }

  @Test func `symbols that the terminal can't show are not offered`() {
    var session = GallerySession(rendition: Rendition(.symbols(.ascii)), symbolSets: [.ascii])
    session.press(.character("S"))
    #expect(session.gallery.rendition.method == .symbols(.ascii))
    #expect(session.gallery.notice == "symbols: ASCII")
    session.send([.graphicsChanged(kitty)])
    session.press(.character("S"))
    #expect(session.gallery.rendition.method == kitty)
  }

  @Test func `the terminal's graphics are one of them where it has any`() {
    var session = GallerySession(rendition: Rendition(kitty), graphics: kitty)
    session.press(.character("S"))
    #expect(session.gallery.rendition.method == .symbols(.half))
    for _ in 0..<6 { session.press(.character("S")) }
    #expect(session.gallery.rendition.method == kitty)
    #expect(session.gallery.notice == "graphics: kitty")
  }

  @Test func `graphics that are found late are offered, and those that go are left`() {
    var session = GallerySession()
    session.send([.graphicsChanged(kitty)])
    #expect(session.gallery.rendition.method == .symbols(.half))
    for _ in 0..<6 { session.press(.character("S")) }
    #expect(session.gallery.rendition.method == kitty)
    session.send([.graphicsChanged(nil)])
    #expect(session.gallery.rendition.method == .symbols(.half))
  }

  @Test func `the rendition follows the terminal until the person chooses one`() {
    var session = GallerySession()
    let sets = SymbolSet.allCases
    session.send([
      .graphicsChanged(kitty), .renditionChanged(Rendition(.symbols(.sextant)), symbolSets: sets),
    ])
    #expect(session.gallery.rendition.method == .symbols(.sextant))
    session.press(.character("S"))
    session.send([.renditionChanged(Rendition(kitty, colors: .indexed256), symbolSets: sets)])
    #expect(session.gallery.rendition == Rendition(.symbols(.octant), colors: .indexed256))
  }

  @Test func `colors stay as they are`() {
    var session = GallerySession(rendition: Rendition(colors: .indexed256))
    session.press(.character("S"))
    #expect(session.gallery.rendition == Rendition(.symbols(.quadrant), colors: .indexed256))
  }

  @Test func `pictures on the screen stay until their new renderings arrive`() throws {
    var session = GallerySession()
    session.answerAll(pixel: 0xFF_336699)
    let before = session.frame
    session.press(.character("S"))
    #expect(session.loads.map(\.key.item) == [0, 1, 2])
    #expect(session.loads[0].key.size == PixelSize(width: 48, height: 16))
    #expect(session.frame[3, 3] == before[3, 3])
    #expect(session.gallery.isSettled(0))
    session.send([
      .pictureReady(
        session.loads[0].key, PixelImage(size: session.loads[0].key.size, filledWith: 0xFF_112233))
    ])
    #expect(session.frame[3, 3].background == Color(rawValue: 0x11_2233))
  }

  @Test func `missing pictures are requested in the new rendition`() {
    var session = GallerySession()
    let keys = session.loads.map(\.key) + session.prefetches.map(\.key)
    session.press(.character("S"))
    #expect(session.cancels.sorted() == keys.map(\.item.rawValue).sorted())
    #expect(session.loads.map(\.key.item) == [0, 1, 2])
    #expect(session.prefetches.map(\.key.item) == [3, 4, 5])
    #expect(session.gallery.tiles[0]?.isBlank == true)
  }

  @Test func `the old way is not shown when it comes late`() {
    var session = GallerySession()
    let old = session.loads[0].key
    session.press(.character("S"))
    session.send([.pictureReady(old, PixelImage(size: old.size, filledWith: 0))])
    #expect(session.gallery.tiles[0]?.isBlank == true)
  }

  @Test func `the detail view's picture stays as well`() {
    var session = GallerySession()
    session.open(PixelSize(width: 320, height: 192), pixel: 0xFF_336699)
    session.press(.character("S"))
    #expect(session.detailLoads.map(\.key.size) == [PixelSize(width: 160, height: 48)])
    #expect(session.frame[9, 9].background == Color(rawValue: 0x33_6699))
  }
}

// MARK: - A part of a picture

extension GalleryRenditionTests {
  private func zoomed(_ method: Rendition.Method = .symbols(.quadrant)) -> GallerySession {
    var session = GallerySession(rendition: Rendition(method))
    session.open(PixelSize(width: 320, height: 192), pixel: 0xFF_336699)
    session.press(.character("z"))
    return session
  }

  /// The cells of a rendering, all alike.
  private func rendering(_ glyph: Unicode.Scalar) -> Rendering {
    let size = CellSize(columns: 80, rows: 24)
    let cells = Array(repeating: Cell(glyph: glyph), count: size.area)
    return .cells(CellImage(size: size, cells: cells))
  }

  @Test func `half blocks need no rendering`() {
    #expect(zoomed(.symbols(.half)).renderings.isEmpty)
  }

  @Test func `other symbols are asked for, for the part that is seen`() throws {
    let session = zoomed()
    let request = try #require(session.renderings.first)
    #expect(request.key.whole == PixelSize(width: 320, height: 96))
    #expect(
      request.key.window
        == PixelRect(x: 80, y: 24, size: PixelSize(width: 160, height: 48)))
  }

  @Test func `the same part is asked for once, another part or a better picture anew`() throws {
    var session = zoomed()
    let sharp = try #require(session.detailLoads.first)
    session.press(.character("o"))
    #expect(session.renderings.isEmpty)
    session.press(.right)
    #expect(session.renderings.map(\.key.window.x) == [96])
    session.answer(sharp)
    #expect(session.renderings.map(\.image.size) == [PixelSize(width: 320, height: 192)])
  }

  @Test func `until it is there half blocks are shown, then it moves with the picture`() throws {
    var session = zoomed()
    let key = try #require(session.renderings.first).key
    #expect(session.frame[9, 9].background == Color(rawValue: 0x33_6699))
    session.send([.rendered(key, rendering("▚"))])
    #expect(session.frame[79, 9].scalar == "▚")
    session.press(.right)
    #expect(session.frame[0, 9].scalar == "▚")
    #expect(session.frame[79, 9].background == Color(rawValue: 0x33_6699))
  }

  @Test func `a rendering for another scale or picture is not shown`() throws {
    var session = zoomed()
    let key = try #require(session.renderings.first).key
    session.press(.character("+"))
    session.send([.rendered(key, rendering("▚"))])
    #expect(session.frame[9, 9].scalar != "▚")
    session.press(.character("z"), .pageDown)
    session.send([.rendered(key, rendering("▚"))])
    #expect(session.frame[9, 9].scalar != "▚")
  }
}
