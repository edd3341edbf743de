import GalleryItems
import Raster
import Testing

@testable import GalleryCore

/// Whole pictures in the tiles, or full tiles.
@Suite struct GalleryFitTests {
  private let blue: UInt32 = 0xFF_336699
  private let red: UInt32 = 0xFF_993333

  @Test(arguments: [GalleryLayout.Mode.list, .grid])
  func `the key asks for pictures that cover their tiles, and for whole ones again`(
    mode: GalleryLayout.Mode
  ) {
    var session = GallerySession(mode: mode)
    let whole = session.loads.map(\.key)
    #expect(whole.allSatisfy { $0.fit == .contain })
    session.answerAll()
    session.press(.character("Z"))
    #expect(session.gallery.look.fit == .cover)
    #expect(session.gallery.notice == "cover: pictures fill their tiles")
    #expect(session.loads.map(\.key.item) == whole.map(\.item))
    #expect(session.loads.allSatisfy { $0.key.fit == .cover && $0.key.size == whole[0].size })
    session.press(.character("Z"))
    #expect(session.gallery.notice == "contain: whole pictures")
    #expect(session.loads.map(\.key) == whole)
  }

  @Test func `a picture stays until the one that covers its tile has come`() throws {
    var session = GallerySession(count: 1)
    let key = session.loads[0].key
    let wide = PixelImage(size: PixelSize(width: key.size.width, height: 4), filledWith: blue)
    session.send([.pictureReady(key, wide)])
    let picture = session.gallery.layout.pictureRect(
      in: session.gallery.layout.tileRect(of: 0, offset: 0))
    let before = session.frame
    session.press(.character("Z"))
    for row in picture.rows {
      for column in picture.columns {
        #expect(session.frame[column, row] == before[column, row])
      }
    }
    session.send([
      .pictureReady(session.loads[0].key, PixelImage(size: key.size, filledWith: red))
    ])
    for row in picture.rows {
      for column in picture.columns {
        #expect(session.frame[column, row].background == Color(rawValue: 0x99_3333))
      }
    }
  }

  @Test func `late whole pictures are not shown in tiles to cover`() {
    var session = GallerySession(count: 1)
    let whole = session.loads[0].key
    session.press(.character("Z"))
    #expect(session.cancels == [0])
    session.send([.pictureReady(whole, PixelImage(size: whole.size, filledWith: blue))])
    #expect(!session.gallery.isSettled(0))
  }

  @Test func `a gallery can start with full tiles, and keeps them in every layout`() {
    var session = GallerySession(fit: .cover)
    #expect(session.loads.allSatisfy { $0.key.fit == .cover })
    session.press(.character("v"))
    #expect(session.loads.allSatisfy { $0.key.fit == .cover })
    session.answerAll()
    session.press(.character("R"))
    #expect(session.loads.map(\.key.fit) == [.cover])
  }

  @Test func `the detail view shows whole pictures, whatever the tiles do`() {
    var session = GallerySession(fit: .cover)
    session.answerAll()
    session.press(.enter)
    #expect(session.loads.map(\.key.fit) == [.contain])
    session.press(.character("Z"))
    #expect(session.gallery.look.fit == .cover && session.loads.isEmpty)
  }

  @Test func `a full tile stands in for the middle of the whole picture`() throws {
    let screen = CellSize(columns: 60, rows: 21)
    var session = GallerySession(count: 1, screen: screen, mode: .grid, fit: .cover)
    session.answerAll(pixel: blue)
    session.press(.enter)
    let size = PictureInfo(size: PixelSize(width: 3_000, height: 500))
    session.send([.described(session.loads[0].key, size)])
    let frame = session.frame
    let drawn = (0..<screen.columns).filter { frame[$0, 10] != .blank }
    let tile = session.gallery.layout.pictureCells
    // The whole picture would be 60 columns wide and five rows high.
    #expect(drawn.count == 10 * tile.columns / (2 * tile.rows))
    #expect(drawn.first.map { abs(2 * $0 + drawn.count - screen.columns) <= 1 } == true)
    #expect((0..<20).filter { frame[30, $0] != .blank } == [7, 8, 9, 10, 11])
  }
}
