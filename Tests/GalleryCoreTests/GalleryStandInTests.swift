import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// The pictures of a tile until its own is there.
@Suite struct GalleryStandInTests {
  private let blue: UInt32 = 0xFF_336699

  private func preview(
    _ width: Int, _ height: Int, of size: PixelSize, isWhole: Bool = true, _ pixel: UInt32 = 1
  ) -> ImagePreview {
    ImagePreview(
      PixelImage(size: PixelSize(width: width, height: height), filledWith: pixel), of: size,
      isWhole: isWhole)
  }

  // MARK: - The color

  /// The background in the middle of an item's picture.
  private func color(of item: Int, in session: GallerySession) -> Color {
    let layout = session.gallery.layout
    let rect = layout.pictureRect(
      in: layout.tileRect(of: item, offset: session.gallery.viewport.offset))
    return session.frame[rect.origin.column + 2, rect.origin.row + 1].background
  }

  @Test func `a tile that has shown its picture is blank in its color from then on`() {
    var session = GallerySession()
    #expect(color(of: 0, in: session) == Theme.dark.placeholder)
    session.answerAll(pixel: blue)
    session.scrollAwayAndBack()
    #expect(session.gallery.tiles[0]?.isBlank == true)
    #expect(color(of: 0, in: session) == Color(rawValue: 0x33_6699))
  }

  @Test func `the color is the one that comes with a picture, or else is found once`() {
    var session = GallerySession()
    var image = PixelImage(size: session.loads[0].key.size, filledWith: blue)
    let key = session.loads[0].key
    session.send([.pictureReady(key, image)])
    #expect(session.gallery.board.memory.color(of: 0) == blue)
    image.mean = 0xFF_112233
    session.send([.pictureReady(key, image)])
    #expect(session.gallery.board.memory.color(of: 0) == 0xFF_112233)
    image.mean = nil
    session.send([.pictureReady(key, image)])
    #expect(session.gallery.board.memory.color(of: 0) == 0xFF_112233)
  }

  @Test func `it survives being scrolled away, and screens of another size`() {
    var session = GallerySession()
    session.answerAll(pixel: blue)
    session.press(.end)
    session.send([.resized(CellSize(columns: 60, rows: 20)), .key(.home)])
    #expect(color(of: 0, in: session) == Color(rawValue: 0x33_6699))
  }

  @Test func `reloading a picture forgets its color`() {
    var session = GallerySession()
    session.answerAll(pixel: blue)
    session.press(.character("R"))
    session.scrollAwayAndBack()
    #expect(color(of: 0, in: session) == Theme.dark.placeholder)
    #expect(color(of: 1, in: session) == Color(rawValue: 0x33_6699))
  }

  @Test func `a blank tile in a color still counts as blank`() {
    var session = GallerySession()
    session.answerAll(pixel: blue)
    session.scrollAwayAndBack()
    #expect(session.gallery.tally.readyTiles == 0 && session.gallery.tally.blankTiles > 0)
  }

  @Test(arguments: [0x00_0000, 0xFF_FFFF, 0x80_8080, 0xFF_FF00, 0x00_00FF] as [UInt32])
  func `words on a color are read`(rgb: UInt32) {
    let colors = PlaceholderColors(around: 0xFF00_0000 | rgb, .dark)
    func luma(_ color: Color) -> Int {
      (299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)) / 1_000
    }
    #expect(abs(luma(colors.text) - luma(colors.background)) >= 70)
    #expect(colors.line != colors.background)
  }

  @Test func `blank tiles are drawn in the colors that are known`() throws {
    var session = GallerySession(screen: CellSize(columns: 98, rows: 14), mode: .grid)
    let keys = session.loads.map(\.key)
    for (key, pixel) in zip(keys, [0xFF_20140C, 0xFF_F0E0A0] as [UInt32]) {
      session.send([.pictureReady(key, PixelImage(size: key.size, filledWith: pixel))])
    }
    session.scrollAwayAndBack()
    session.send([
      .pictureProgress(session.loads[1].key, TileProgress(fraction: 0.5, receivedBytes: 4_000))
    ])
    try expectFrame(session.frame, is: "grid-colors")
  }

  // MARK: - Other sizes

  @Test(arguments: ["+", "-", "v"]) func `pictures stay, stretched, when tiles have another size`(
    key: Character
  ) throws {
    var session = GallerySession(screen: CellSize(columns: 98, rows: 30), mode: .grid)
    session.answerAll(pixel: blue)
    session.press(.character(key))
    #expect(session.gallery.tally.blankTiles > 0 && session.gallery.tally.readyTiles == 0)
    #expect(color(of: 0, in: session) == Color(rawValue: 0x33_6699))
    let tile = try #require(session.gallery.tiles[0])
    guard case .preview(let preview) = tile.state else {
      Issue.record("no preview")
      return
    }
    #expect(preview.isWhole)
    let room = tile.key.size
    #expect(preview.size.width == room.width || preview.size.height == room.height)
    #expect(preview.size.width <= room.width && preview.size.height <= room.height)
    session.answerAll(pixel: 0xFF_112233)
    #expect(color(of: 0, in: session) == Color(rawValue: 0x11_2233))
  }

  @Test func `a picture that was smaller than its tile keeps its size`() {
    var session = GallerySession(mode: .grid)
    let icon = PixelImage(size: PixelSize(width: 6, height: 4), filledWith: blue)
    session.send([.pictureReady(session.loads[0].key, icon)])
    session.press(.character("+"))
    #expect(session.gallery.tiles[0]?.pictureSize == icon.size)
  }

  @Test func `a failure, a blank tile and what was never given out have nothing to stretch`() {
    var session = GallerySession(mode: .grid)
    session.send([.pictureFailed(session.loads[0].key, reason: "404")])
    session.press(.character("+"))
    #expect(session.gallery.tiles.values.allSatisfy { $0.picture == nil })
  }

  // MARK: - Hurry

  @Test func `items of a fast run are hurried, those of a page are not`() {
    var session = GallerySession(count: 1_000)
    #expect(session.loads.allSatisfy { !$0.isHurried })
    session.answerAll()
    session.pause = .seconds(10)
    session.press(.pageDown)
    #expect(session.loads.allSatisfy { !$0.isHurried })
    var requests: [TileRequest] = []
    session.answerAll()
    session.pause = .milliseconds(30)
    for _ in 0..<4 {
      session.press(.down)
      requests = session.loads + session.prefetches
    }
    #expect(!requests.isEmpty && requests.allSatisfy(\.isHurried))
    session.pause = .seconds(10)
    session.press(.down)
    #expect((session.loads + session.prefetches).allSatisfy { !$0.isHurried })
  }

  // MARK: - Previews

  @Test func `a coarse picture is stretched over the place of the whole one`() {
    var session = GallerySession(mode: .grid)
    let key = session.loads[0].key
    session.send([.picturePreview(key, preview(2, 1, of: key.size, blue))])
    let rect = session.gallery.layout.pictureRect(
      in: session.gallery.layout.tileRect(of: 0, offset: 0))
    for row in rect.rows {
      for column in rect.columns {
        #expect(session.frame[column, row].background == Color(rawValue: 0x33_6699))
      }
    }
    #expect(session.gallery.tiles[0]?.isBlank == true)
  }

  @Test func `a stand-in for another size is not drawn`() {
    var image = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: blue)
    image.rendering = .cells(
      CellImage(image, symbols: .ascii, colors: .trueColor, background: Paper.dark.color))
    #expect(ImagePreview(image).image.rendering == nil)
  }

  @Test func `a coarser picture is never shown over a finer one, nor a part over the whole`() {
    var session = GallerySession()
    let key = session.loads[0].key
    let (part, small, large) = (
      preview(24, 16, of: key.size, isWhole: false), preview(4, 3, of: key.size),
      preview(8, 6, of: key.size)
    )
    for (next, shown) in [
      (part, part), (small, small), (part, small), (large, large), (small, large), (part, large),
    ] {
      session.send([.picturePreview(key, next)])
      #expect(session.gallery.tiles[0]?.picture == shown.image)
    }
    let picture = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 3)
    session.send([.pictureReady(key, picture), .picturePreview(key, large)])
    #expect(session.gallery.tiles[0]?.picture == picture)
  }

  @Test func `a tile's preview is enlarged in the detail view`() {
    var session = GallerySession(rendition: Rendition(.symbols(.sextant)))
    let key = session.loads[0].key
    session.send([.picturePreview(key, preview(3, 2, of: key.size, blue)), .key(.enter)])
    let rect = session.gallery.detailRect
    let middle = session.frame[rect.size.columns / 2, rect.size.rows / 2]
    #expect(middle.background == Color(rawValue: 0x33_6699))
  }
}

extension GallerySession {
  /// Scrolls away and back, so that the content must be loaded again.
  fileprivate mutating func scrollAwayAndBack() {
    press(.end)
    press(.home)
  }
}
