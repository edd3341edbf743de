import GalleryItems
import Prefetching
import Raster
import SimulationModels
import Testing

@testable import GalleryCore

/// A source that gets more items at its end.
@Suite struct GallerySourceTests {
  private func session(mode: GalleryLayout.Mode = .list) -> GallerySession {
    var session = GallerySession(count: 0)
    session.gallery = Gallery(
      source: FoodSource(count: 0), screen: CellSize(columns: 80, rows: 25),
      configuration: GalleryConfiguration(
        mode: mode, tile: .large(mode), policy: StaticPolicy(), slots: 1_000,
        isSourceComplete: false))
    session.send([])
    return session
  }

  @Test func `items appear while the source is read, and loads begin`() {
    var session = session()
    #expect(session.frame.textLines[1] == " waiting for pictures")
    #expect(!session.frame.textLines[24].contains("still reading"), "it says so once")
    #expect(session.loads.isEmpty)
    session.grow(to: 2, isComplete: false)
    #expect(session.loads.map(\.key.item) == [0, 1])
    #expect(session.frame.textLines[24].hasPrefix(" 1/2 food 0"))
    #expect(session.frame.textLines[24].contains("still reading"))
    session.grow(to: 50, isComplete: true)
    #expect(session.loads.map(\.key.item) == [2], "what is on its way is not asked for again")
    #expect(session.frame.textLines[24].hasPrefix(" 1/50 food 0"))
    #expect(!session.frame.textLines[24].contains("still reading"))
    session.press(.end)
    #expect(session.gallery.selection == 49)
  }

  @Test func `a source that ends empty is left`() {
    var session = session()
    #expect(session.grow(to: 0, isComplete: true) == [.session(.leave(status: 66))])
    #expect(session.frame.textLines[1] == " nothing to show")
  }

  @Test(arguments: [GalleryLayout.Mode.list, .grid], 1...8)
  func `growth moves nothing that is on the screen`(mode: GalleryLayout.Mode, seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var session = session(mode: mode)
    session.grow(to: 5, isComplete: false)
    for _ in 0..<80 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: session.press(.down)
      case 1: session.press(.up)
      case 2: session.press(.end)
      case 3: session.send([.scrolled(rows: Int.random(in: -7...7, using: &random))])
      default:
        let (viewport, selection) = (session.gallery.viewport, session.gallery.selection)
        let visible = session.gallery.visibleItems
        let tiles = session.gallery.tiles.filter { visible.contains($0.key.rawValue) }
        let count = session.gallery.itemCount + Int.random(in: 0...9, using: &random)
        session.grow(to: count, isComplete: false)
        #expect(session.gallery.viewport == viewport && session.gallery.selection == selection)
        #expect(session.gallery.visibleItems.starts(with: visible))
        #expect(session.gallery.itemCount == count)
        #expect(tiles.allSatisfy { session.gallery.tiles[$0]?.key == $1.key })
      }
    }
  }

  @Test func `a source takes its own line back, and no other`() {
    var session = GallerySession()
    func change(notice: String? = nil, withdrawn: String? = nil) -> Event {
      .sourceChanged(
        SnapshotChange(
          to: FoodSource(count: 100), by: ItemChanges(), notice: notice, withdrawnNotice: withdrawn)
      )
    }
    session.send([change(notice: "this folder is gone")])
    session.send([change(withdrawn: "another")])
    #expect(session.gallery.notice == "this folder is gone")
    session.send([change(withdrawn: "this folder is gone")])
    #expect(session.gallery.notice == nil)
    session.send([change(notice: "more", withdrawn: "this folder is gone")])
    #expect(session.gallery.notice == "more")
    session.send([change(notice: "one; a: gone; two; a: gone")])
    session.send([change(withdrawn: "gone")])
    #expect(session.gallery.notice == "one; a: gone; two; a: gone")
    session.send([change(withdrawn: "a: gone")])
    #expect(session.gallery.notice == "one; two")
  }
}

extension GallerySession {
  @discardableResult
  fileprivate mutating func grow(to count: Int, isComplete: Bool) -> [Effect] {
    let come = RangeSet(gallery.itemCount..<count)
    return send([
      .sourceChanged(
        SnapshotChange(
          to: FoodSource(count: count), by: ItemChanges(inserted: come), isComplete: isComplete))
    ])
  }
}
