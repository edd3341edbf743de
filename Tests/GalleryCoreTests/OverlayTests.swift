import FramePacing
import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct OverlayTests {
  private func profiler() -> FrameProfiler {
    var profiler = FrameProfiler(budget: .nanoseconds(16_666_667))
    for index in 1...100 {
      var frame = FrameRecord()
      frame.draw = .microseconds(index * 10)
      frame.present = index == 99 ? .milliseconds(20) : .microseconds(100)
      frame.lateBy = index == 99 ? .milliseconds(4) : .zero
      frame.bytes = 1_000 + index
      frame.presentedAt = .milliseconds(index * 17)
      profiler.record(frame)
    }
    return profiler
  }

  @Test func `the full overlay shows frames, tiles, ledger and tracker`() throws {
    var session = GallerySession()
    session.press(.character("o"))
    var surface = session.frame
    Overlay(profiler: profiler(), loads: LoadFigures(), presenter: "direct", now: .seconds(1.7))
      .draw(session.gallery, into: &surface)
    try expectFrame(surface, is: "overlay")
    let text = surface.textLines.joined(separator: "\n")
    for word in ["fps 60", "p99", "direct", "tracker  load 0"] { #expect(text.contains(word)) }
  }

  @Test(arguments: [(80, 24), (100, 33), (120, 40), (128, 40), (250, 70), (20, 5)])
  func `the overlay covers the lower half of the tiles at most`(columns: Int, rows: Int) throws {
    var session = GallerySession(screen: CellSize(columns: columns, rows: rows))
    session.answerAll()
    session.press(.character("o"))
    let plain = session.frame
    var surface = plain
    Overlay(profiler: profiler(), loads: LoadFigures(), presenter: "direct", now: .seconds(1.7))
      .draw(session.gallery, into: &surface)
    let half = (rows - 1) / 2
    let (before, after) = (plain.textLines, surface.textLines)
    #expect(after.prefix(rows - 1 - half) == before.prefix(rows - 1 - half))
    #expect(after.last == before.last)
    #expect(after != before)
    let latest = try #require(session.gallery.log.lines.last)
    #expect(rows < 20 || surface.text.contains(latest), "the tracker's events are missing")
  }

  @Test func `a wide screen has room for all lines of the overlay`() {
    var session = GallerySession(screen: CellSize(columns: 250, rows: 40))
    session.press(.character("o"))
    var surface = session.frame
    Overlay(profiler: profiler(), loads: LoadFigures(), presenter: "direct", now: .seconds(1.7))
      .draw(session.gallery, into: &surface)
    for word in ["input", "cpu", "shown", "hitch", "accuracy", "resumed", "tracker"] {
      #expect(surface.text.contains(word), "\(word)")
    }
  }

  @Test func `figures of the overlay stay apart when frames take seconds`() throws {
    var profiler = profiler()
    var frame = FrameRecord()
    frame.draw = .milliseconds(1_490.13)
    for _ in 1...2 { profiler.record(frame) }
    var session = GallerySession()
    session.press(.character("o"))
    var surface = session.frame
    Overlay(profiler: profiler, loads: LoadFigures(), presenter: "direct", now: .seconds(1.7))
      .draw(session.gallery, into: &surface)
    let line = try #require(surface.textLines.first { $0.contains("draw  ") })
    // The name, four figures of the last frames, three of the session.
    #expect(line.split(separator: " ").count == 8, "\(line)")
  }

  @Test func `the overlay counts loads from disk, repeated and resumed ones`() throws {
    var loads = LoadFigures()
    loads.diskHits = 14
    loads.retries = 2
    loads.resumed = 1
    loads.revalidated = 3
    var session = GallerySession(screen: CellSize(columns: 140, rows: 40))
    session.press(.character("o"))
    session.press(.pageDown)
    session.press(.pageDown)
    var surface = session.frame
    Overlay(profiler: profiler(), loads: loads, presenter: "direct", now: .seconds(1.7))
      .draw(session.gallery, into: &surface)
    try expectFrame(surface, is: "overlay-loads")
    let latest = try #require(session.gallery.log.lines.last)
    #expect(surface.text.contains(latest), "the latest event is not cut off")
  }

  @Test func `frames over budget are marked`() {
    let overlay = Overlay(
      profiler: profiler(), loads: LoadFigures(), presenter: "direct", now: .zero)
    #expect(overlay.barLine.filter { $0 == "█" }.count == 1)
    #expect(overlay.barLine.count == 61)
  }

  @Test func `the key goes through the levels`() {
    var session = GallerySession()
    session.press(.character("o"))
    #expect(session.gallery.overlay == .full)
    session.press(.character("o"))
    #expect(session.gallery.overlay == .compact)
    session.press(.character("o"))
    #expect(session.gallery.overlay == .off)
  }

  @Test func `tracker events are summed up as ranges in the order of emission`() {
    #expect(TrackerLog.summary(of: [3, 4, 5]) == "3…5")
    #expect(TrackerLog.summary(of: [9, 8, 7, 1]) == "9…7 1")
    #expect(TrackerLog.summary(of: [2, 3, 2]) == "2…3 2")
  }
}
