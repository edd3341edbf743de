import FramePacing
import Raster
import Testing

@testable import GalleryCore

@Suite struct TileSharpnessTests {
  private func session() -> GallerySession {
    var session = GallerySession(
      screen: CellSize(columns: 100, rows: 40), mode: .grid)
    session.answerAll()
    session.gallery.move(incoming: .full)
    return session
  }

  @Test func `tiles keep the sharpness they came with while they move`() {
    var session = session()
    session.press(.down)
    session.press(.down)
    session.press(.down)
    session.gallery.move(incoming: .plainPairs)
    let first = session.gallery.visibleItems
    let kept = first.filter { session.gallery.sharpness[$0] == .full }
    let coarse = first.filter { session.gallery.sharpness[$0] == .plainPairs }
    #expect(!kept.isEmpty && !coarse.isEmpty)
    session.press(.down)
    session.gallery.move(incoming: .plainFours)
    for item in coarse where session.gallery.visibleItems.contains(item) {
      #expect(session.gallery.sharpness[item] == .plainPairs)
    }
  }

  @Test func `at rest every tile gets near colors before one gets exact, nearest first`() throws {
    var session = session()
    session.press(.pageDown)
    session.gallery.move(incoming: .plainFours)
    let coarse = session.gallery.visibleItems.filter { session.gallery.sharpness[$0] != .full }
    let selection = session.gallery.selection
    let nearest = try #require(coarse.min { abs($0 - selection) < abs($1 - selection) })
    for sharpness in [Sharpness.near, .full] {
      for sharpened in 1...coarse.count {
        session.gallery.pictures.board.sharpness.sharpenNext(nearestTo: session.gallery.selection)
        #expect(session.gallery.sharpness[nearest] == sharpness)
        #expect(coarse.count { session.gallery.sharpness[$0] == sharpness } == sharpened)
      }
    }
    #expect(session.gallery.sharpness.isSharp)
    #expect(!session.gallery.motion.hasMoved)
  }

  @Test func `a tile that leaves the screen is forgotten`() {
    var session = session()
    session.press(.pageDown)
    session.gallery.move(incoming: .plainFours)
    session.press(.end)
    session.gallery.move(incoming: .full)
    #expect(session.gallery.sharpness.isSharp)
  }

  @Test func `only pictures are coarse, captions are exact`() {
    var session = session()
    session.press(.pageDown)
    session.answerAll(pixel: 0xFF_12_34_56)
    session.gallery.move(incoming: .full)
    let exact = session.frame
    session.press(.home)
    session.gallery.move(incoming: .full)
    session.press(.pageDown)
    session.answerAll(pixel: 0xFF_12_34_56)
    session.gallery.move(incoming: .plainSixteens)
    let coarse = session.frame
    #expect(coarse != exact, "colors lose their last bits")
    #expect(coarse.text == exact.text)
  }

  @Test func `the next frame counts the cells of pictures that come with it`() {
    var session = session()
    #expect(session.gallery.motion.incomingCells == 0)
    session.press(.pageDown)
    let page = session.gallery.motion.incomingCells
    session.gallery.move(incoming: .full)
    session.send([.scrolled(rows: 1)])
    let row = session.gallery.motion.incomingCells
    #expect(page > 10 * row && row > 0)
    #expect(session.gallery.motion.hasMoved)
  }
}

@Suite struct SharpnessPlanTests {
  /// Draws a frame as the run loop does.
  private func frame(
    _ plan: inout SharpnessPlan, _ session: inout GallerySession, rate: Double?,
    isComplete: Bool = true, at now: Duration
  ) -> Duration? {
    plan.prepare(&session.gallery, bytesPerSecond: rate, isComplete: true, at: now)
    return plan.presented(
      bytes: 1_000, isComplete: isComplete, isSharp: session.gallery.sharpness.isSharp,
      bytesPerSecond: rate, at: now)
  }

  @Test func `coarse pictures become sharp a tenth of a second after the last movement`() {
    var session = GallerySession(screen: CellSize(columns: 100, rows: 40), mode: .grid)
    session.answerAll()
    var plan = SharpnessPlan(period: .milliseconds(16))
    let first = frame(&plan, &session, rate: nil, at: .zero)
    #expect(first == nil)
    session.press(.pageDown)
    let wake = frame(&plan, &session, rate: 50_000, at: .milliseconds(500))
    #expect(wake == .milliseconds(600))
    let coarse = session.gallery.visibleItems.count { session.gallery.sharpness[$0] != .full }
    #expect(coarse > 1)
    var next = frame(&plan, &session, rate: 50_000, at: .milliseconds(550))
    #expect(next == .milliseconds(600))
    var frames = 0
    while let now = next {
      next = frame(&plan, &session, rate: 50_000, at: now + .milliseconds(16))
      frames += 1
    }
    #expect(frames == 2 * coarse, "near colors, then exact ones")
    #expect(session.gallery.sharpness.isSharp)
  }

  @Test func `with a link that keeps up again everything gets sharp at once`() {
    var session = GallerySession(screen: CellSize(columns: 100, rows: 40), mode: .grid)
    session.answerAll()
    var plan = SharpnessPlan(period: .milliseconds(16))
    _ = frame(&plan, &session, rate: 50_000, at: .zero)
    #expect(!session.gallery.sharpness.isSharp)
    let next = frame(&plan, &session, rate: nil, at: .seconds(1))
    #expect(next == nil)
    #expect(session.gallery.sharpness.isSharp)
  }

  @Test func `the rest of a frame comes before anything gets sharper`() {
    var session = GallerySession(screen: CellSize(columns: 100, rows: 40), mode: .grid)
    session.answerAll()
    var plan = SharpnessPlan(period: .milliseconds(16))
    let next = frame(&plan, &session, rate: 50_000, isComplete: false, at: .zero)
    #expect(next == nil)
  }
}

extension Gallery {
  /// Records the tiles' position for the next frame, and gives incoming pictures this sharpness.
  mutating func move(incoming sharpness: Sharpness) {
    pictures.board.sharpness.record(TileSharpness.Frame(of: self), incoming: sharpness)
  }
}
