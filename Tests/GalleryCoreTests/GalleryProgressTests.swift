import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryProgressTests {
  private let half = TileProgress(fraction: 0.5, receivedBytes: 1_000)

  private func coarse(_ key: TileKey) -> PixelImage {
    PixelImage(size: key.size, filledWith: 0xFF_808080)
  }

  @Test func `a tile shows how far its load has got, until it ends`() {
    var session = GallerySession()
    let key = session.loads[0].key
    session.send([.pictureProgress(key, half)])
    #expect(session.gallery.tiles[0]?.progress == half)
    #expect(session.frame.text.contains("50 %"))
    session.send([.pictureReady(key, coarse(key))])
    #expect(session.gallery.tiles[0]?.progress == nil)
    #expect(!session.frame.text.contains("50 %"))
  }

  @Test func `the detail view shows it too`() {
    var session = GallerySession()
    session.press(.enter)
    session.send([.pictureProgress(session.loads[0].key, half)])
    #expect(session.frame.text.contains("50 %"))
  }

  @Test func `a long wait is told without any event`() {
    var session = GallerySession(count: 1)
    session.pause = .seconds(5)
    #expect(session.gallery.redrawAt == session.now + LoadWaits.patience)
    session.send([])
    #expect(session.frame.text.contains("1 loading for 5 s"))
    session.press(.enter)
    #expect(session.frame.text.contains("loading"))
    session.send([])
    #expect(session.frame.text.contains("loading · 5 s"))
  }

  @Test func `progress and preview of an older key are dropped`() {
    var session = GallerySession()
    let old = session.loads[0].key
    session.press(.character("v"))
    session.send([.pictureProgress(old, half), .picturePreview(old, ImagePreview(coarse(old)))])
    #expect(session.gallery.tiles[0]?.progress == nil)
    #expect(session.gallery.tiles[0]?.picture == nil)
  }

  @Test func `progress and preview that come after the end change nothing`() {
    var session = GallerySession()
    let keys = session.loads.map(\.key)
    let picture = PixelImage(size: keys[0].size, filledWith: 0xFF_336699)
    session.send([
      .pictureReady(keys[0], picture), .pictureFailed(keys[1], reason: "the server answered 404"),
    ])
    session.send(keys.prefix(2).map { .pictureProgress($0, half) })
    session.send(keys.prefix(2).map { .picturePreview($0, ImagePreview(coarse($0))) })
    #expect(session.gallery.tiles[0]?.picture == picture)
    #expect(session.gallery.tiles[1]?.hasFailed == true)
    #expect(session.gallery.tiles.values.compactMap(\.progress).isEmpty)
  }

  @Test func `a tile with nothing but a preview counts as blank`() {
    var session = GallerySession()
    let before = session.gallery.tally
    session.send(session.loads.map { .picturePreview($0.key, ImagePreview(coarse($0.key))) })
    #expect(session.gallery.tiles[0]?.picture != nil)
    #expect(session.gallery.tally == before)
    #expect(!session.gallery.isSettled(0))
  }

  @Test func `a preview is no answer to an announcement`() {
    var session = GallerySession()
    session.gallery.framePresented()
    session.send(session.prefetches.map { .picturePreview($0.key, ImagePreview(coarse($0.key))) })
    session.press(.pageDown)
    session.gallery.framePresented()
    #expect(session.gallery.ledger.counts.late == 3)
    #expect(session.gallery.ledger.counts.useful == 0)
  }

  @Test func `the progress of a load stays when its tile comes into view`() {
    var session = GallerySession()
    let key = session.prefetches[0].key
    session.send([.picturePreview(key, ImagePreview(coarse(key))), .pictureProgress(key, half)])
    session.press(.pageDown)
    #expect(session.loads.map(\.key).contains(key))
    #expect(session.gallery.tiles[key.item]?.picture == coarse(key))
    #expect(session.gallery.tiles[key.item]?.progress == half)
  }

  @Test func `leaving a tile that shows a preview cancels its load`() {
    var session = GallerySession()
    let key = session.loads[0].key
    session.send([.picturePreview(key, ImagePreview(coarse(key)))])
    session.press(.end)
    #expect(session.cancels.contains(0))
  }

  @Test func `only what is seen needs a frame`() {
    var session = GallerySession()
    let seen = session.loads[0].key
    let other = session.loads[1].key
    let ahead = session.prefetches[0].key
    #expect(session.needsFrame(forProgressOf: seen))
    #expect(!session.needsFrame(forProgressOf: ahead) && !session.needsFrame(forEndOf: ahead))
    session.press(.character("o"))
    #expect(!session.needsFrame(forProgressOf: ahead))
    #expect(session.needsFrame(forEndOf: ahead), "the overlay counts it")
    session.press(.enter)
    #expect(session.needsFrame(forProgressOf: session.loads[0].key))
    #expect(session.needsFrame(forProgressOf: seen), "it stands for the larger one")
    #expect(!session.needsFrame(forProgressOf: other))
  }

  @Test func `bookkeeping needs no frame, the person always gets one`() {
    let session = GallerySession()
    let seen = session.loads[0].key
    for event in [Event.loadStopped(seen, receivedBytes: 1), .pictureDropped(seen), .woke] {
      #expect(!event.needsFrame(of: session.gallery))
    }
    for event in [Event.key(.escape), .scrolled(rows: 1), .tick] {
      #expect(event.needsFrame(of: session.gallery))
    }
  }
}

extension GallerySession {
  fileprivate func needsFrame(forProgressOf key: TileKey) -> Bool {
    Event.pictureProgress(key, TileProgress(fraction: 0.5, receivedBytes: 1))
      .needsFrame(of: gallery)
  }

  fileprivate func needsFrame(forEndOf key: TileKey) -> Bool {
    Event.pictureFailed(key, reason: "gone").needsFrame(of: gallery)
  }
}
