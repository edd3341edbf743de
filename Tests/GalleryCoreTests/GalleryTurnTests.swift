import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// The view of an opened picture is turned and mirrored; its file stays as it is.
@Suite struct GalleryTurnTests {
  private let photo = PixelSize(width: 320, height: 192)

  private func opened(rendition: Rendition = Rendition()) -> GallerySession {
    var session = GallerySession(rendition: rendition)
    session.press(.enter)
    let request = session.detailLoads[0]
    session.send([.described(request.key, PictureInfo(size: photo))])
    session.answerTurned(request, of: photo)
    return session
  }

  @Test(arguments: [
    ("]", Orientation.rightTurn, " · turned 90° · "), ("[", .leftTurn, " · turned 270° · "),
    ("|", .mirrored, " · mirrored · "), ("]]", .halfTurn, " · turned 180° · "),
    ("]|", .transposed, " · turned 90° · mirrored · "),
    ("|]", .transversed, " · turned 270° · mirrored · "),
    ("]]|", .flipped, " · turned 180° · mirrored · "), ("[]", .upright, ""), ("||", .upright, ""),
  ])
  func `a turn is drawn at once, asked for, and told`(
    keys: String, turn: Orientation, words: String
  ) throws {
    var session = opened()
    let upright = session.frame
    let old = try #require(session.gallery.detail.picture?.base.picture)
    session.type(keys)
    #expect(session.drawn == session.content(of: old, turned: turn))
    #expect(session.detailLoads.map(\.key.turn) == (turn == .upright ? [] : [turn]))
    let status = session.frame.textLines[24]
    #expect(status.contains("320x192") && status.contains(words))
    #expect(status.contains("turned") == words.contains("turned"))
    guard let request = session.detailLoads.first else {
      #expect(session.frame == upright)
      return
    }
    session.answerTurned(request, of: photo)
    let picture = try #require(session.gallery.detail.picture?.base.picture)
    #expect(picture.size == session.gallery.geometry.map { $0.pixels(at: $0.fitScale) })
    #expect(session.drawn == session.content(of: picture, turned: .upright))
    session.enter(":turn reset")
    #expect(session.drawn == session.content(of: picture, turned: turn.inverse))
    #expect(session.detailLoads.map(\.key.turn) == [.upright])
  }

  @Test func `an upright tile stands in for a turned picture, turned`() throws {
    var session = GallerySession()
    let tile = session.loads[0].key
    session.send([.pictureReady(tile, .gradient(tile.size))])
    session.press(.enter, .character("]"))
    let request = try #require(session.detailLoads.last)
    for info in [PictureInfo(), PictureInfo(size: PixelSize(width: 480, height: 320))] {
      #expect(request.key.turn == .rightTurn)
      session.send([.described(request.key, info)])
      let whole = PixelSize(width: 32, height: 48)
      #expect(session.drawn == session.content(of: .gradient(tile.size), turned: .rightTurn, whole))
    }
  }

  @Test func `a turn stays with its item, is loaded ahead, and outlasts a reload`() throws {
    var session = opened()
    session.press(.character("]"))
    session.answerTurned(session.detailLoads[0], of: photo)
    #expect(session.detailPrefetches.map(\.key.turn) == [])
    session.press(.pageDown)
    #expect(session.detailLoads.map(\.key.turn) == [.upright])
    session.answerTurned(session.detailLoads[0], of: photo)
    let ahead = session.detailPrefetches.map(\.key)
    #expect(ahead.map(\.item) == [2, 0] && ahead.map(\.turn) == [.upright, .rightTurn])
    session.press(.pageUp)
    let request = try #require(session.detailLoads.first)
    #expect(request.key == ahead[1])
    session.answerTurned(request, of: photo)
    session.press(.escape)
    session.press(.enter)
    #expect(session.detailLoads.map(\.key.turn) == [.rightTurn])
    session.answerTurned(session.detailLoads[0], of: photo)
    session.press(.character("R"))
    let reload = try #require(session.detailLoads.first { $0.bypassesCaches })
    #expect(reload.key.turn == .rightTurn)
  }

  @Test func `each of several keys at once is for the picture that it finds`() {
    var session = GallerySession()
    session.press(.enter, .character("]"), .pageDown, .character("|"))
    #expect(session.detailLoads.last?.key.item == 1)
    #expect(session.detailLoads.last?.key.turn == .mirrored)
    session.press(.pageUp)
    #expect(session.detailLoads.last?.key.turn == .rightTurn)
  }

  @Test func `a removed item forgets its turn, others keep it`() {
    var session = GallerySession(source: Numbered(0..<50))
    for _ in 0..<2 {
      session.press(.enter)
      session.press(.character("]"))
      session.press(.pageDown)
      session.press(.escape)
    }
    session.take(Numbered(1..<50), ItemChanges(removed: RangeSet(0..<1)))
    session.take(Numbered(0..<50), ItemChanges(inserted: RangeSet(0..<1)))
    session.press(.home)
    for turn in [Orientation.upright, .rightTurn] {
      session.press(.enter)
      #expect(session.detailLoads.first?.key.turn == turn)
      session.press(.escape)
      session.press(.down)
    }
  }

  @Test func `memory of turns is bounded`() {
    var turns = PictureTurns()
    for item in 0...PictureTurns.capacity { turns[ItemID(rawValue: item)] = .halfTurn }
    #expect(turns[0] == .upright && turns[1] == .halfTurn)
  }

  // MARK: - Larger than the screen

  @Test func `the visible part of a zoomed picture stays, and is loaded turned`() throws {
    var session = opened()
    session.press(.character("z"))
    session.answerTurned(session.detailLoads[0], of: photo)
    session.press(.home)
    session.press(.character("]"))
    let geometry = try #require(session.gallery.geometry)
    #expect(session.gallery.scale == 1 && geometry.own == PixelSize(width: 192, height: 320))
    #expect(session.gallery.offset(at: 1, in: geometry) == CellPoint(column: 112, row: 0))
    #expect(session.drawn == session.content(of: .gradient(photo), turned: .rightTurn))
    #expect(session.detailLoads.map(\.purpose) == [.detail])
    session.answerTurned(session.detailLoads[0], of: photo)
    let sharp = try #require(session.detailLoads.first)
    #expect(sharp.purpose == .magnified && sharp.key.turn == .rightTurn)
    #expect(sharp.key.size == PixelSize(width: 192, height: 320))
    session.answerTurned(sharp, of: photo)
    #expect(session.drawn == session.content(of: .gradient(photo), turned: .rightTurn))
  }

  @Test func `what is rendered is turned, and no rendering of another turn is shown`() throws {
    var session = opened(rendition: Rendition(.symbols(.sextant)))
    session.press(.character("z"))
    session.answerTurned(session.detailLoads[0], of: photo)
    let upright = try #require(session.renderings.last)
    session.rendered(upright)
    let rendered = session.drawn
    session.press(.character("]"), .character("]"))
    #expect(session.renderings.isEmpty)
    let whole = try #require(session.detailLoads.first)
    let turned = session.content(of: .gradient(photo), turned: .halfTurn)
    #expect(turned != rendered && session.drawn == turned)
    session.rendered(upright)
    #expect(session.drawn == turned)
    session.answerTurned(whole, of: photo)
    #expect(session.renderings.map(\.key.turn) == [.halfTurn])
    session.answerTurned(try #require(session.detailLoads.last), of: photo)
    let request = try #require(session.renderings.last)
    #expect(request.key.turn == .halfTurn)
    #expect(request.image == PixelImage.gradient(photo).oriented(by: .halfTurn))
    session.rendered(request)
    #expect(session.drawn != turned && session.drawn != rendered)
  }

  @Test func `an animation goes on turned`() throws {
    var session = opened()
    let key = try #require(session.gallery.detail.picture?.base.key)
    var info = PictureInfo(size: photo)
    info.frameCount = 3
    session.press(.character("R"))
    let reload = try #require(session.detailLoads.first { $0.bypassesCaches })
    session.send([.described(reload.key, info)])
    session.answerTurned(reload, of: photo)
    let upright = try #require(session.animations.last)
    session.send([.animationFrame(upright.key, .gradient(PixelSize(width: 80, height: 48)))])
    session.press(.character("["))
    #expect(session.effects.contains(.detail(.stopAnimating(upright.key))))
    #expect(session.animations.isEmpty)
    session.answerTurned(session.detailLoads[0], of: photo)
    #expect(session.animations.map(\.key.turn) == [.leftTurn])
    #expect(session.animations.map(\.key.size) == [key.size])
  }

  @Test func `where the turned picture fails the old one is drawn turned`() throws {
    var session = opened()
    let old = try #require(session.gallery.detail.picture?.base.picture)
    session.press(.character("]"))
    session.send([.pictureFailed(session.detailLoads[0].key, reason: "gone")])
    #expect(session.drawn == session.content(of: old, turned: .rightTurn))
    session.press(.character("["))
    session.answerTurned(try #require(session.detailLoads.first), of: photo)
    #expect(session.drawn == session.content(of: old, turned: .upright))
  }

  @Test func `a picture of unknown size is as large as it came, turned back`() throws {
    var session = GallerySession()
    session.press(.enter, .character("]"))
    let request = try #require(session.detailLoads.last)
    session.send([.described(request.key, PictureInfo())])
    session.answer(request, with: .gradient(PixelSize(width: 32, height: 48)))
    #expect(session.gallery.geometry?.own == PixelSize(width: 32, height: 48))
    #expect(session.frame.textLines[24].contains("turned 90° · 48x32"))
  }
}

extension GallerySession {
  /// Answers a request for a picture of this upright size with its gradient, turned as requested.
  fileprivate mutating func answerTurned(_ request: TileRequest, of size: PixelSize) {
    let turn = request.key.turn
    let geometry = PictureGeometry(
      own: size.oriented(by: turn), view: gallery.detailRect.size, rendition: request.key.rendition)
    let fitted = geometry.map { $0.pixels(at: $0.fitScale) } ?? size
    let shown = request.purpose == .magnified ? request.key.size : fitted
    answer(request, with: .gradient(shown.oriented(by: turn)).oriented(by: turn))
  }

  /// The rows of the picture on the screen, without the one of progress.
  fileprivate var drawn: [Cell] { cells(of: frame) }

  /// The same rows of a picture that is turned and drawn in half blocks.
  ///
  /// - Parameter whole: its size on the screen; nil for that of the view.
  fileprivate func content(
    of image: PixelImage, turned turn: Orientation, _ whole: PixelSize? = nil
  ) -> [Cell] {
    var surface = Surface(size: gallery.layout.screen)
    surface.clear()
    let view = gallery.detailRect
    let assumed = whole.flatMap {
      PictureGeometry(own: $0, view: view.size, rendition: Rendition())
    }
    guard let geometry = gallery.geometry ?? assumed else { return [] }
    let scale = gallery.scale ?? geometry.fitScale
    let offset = gallery.offset(at: scale, in: geometry)
    surface.draw(
      image.oriented(by: turn), scaledTo: whole ?? geometry.halfBlocks(at: scale),
      at: CellPoint(column: -offset.column, row: view.origin.row - offset.row),
      background: gallery.rendition.paper.color, clip: view)
    return cells(of: surface)
  }

  private func cells(of surface: Surface) -> [Cell] {
    gallery.detailRect.rows.dropLast().flatMap { row in
      (0..<surface.size.columns).map { surface[$0, row] }
    }
  }
}
