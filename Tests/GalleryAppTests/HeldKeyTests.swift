import FramePacing
import GalleryCore
import Raster
import TestSupport
import Testing

@testable import GalleryApp

/// Held keys before a terminal that keeps up, in virtual time.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct HeldKeyTests {
  private static let period = Duration.seconds(1) / 60

  /// Presses from the second second on.
  private func presses(_ count: Int, perSecond rate: Int) -> [(at: Duration, key: Key)] {
    (0..<count).map { (.seconds(1) + .seconds(1) * $0 / rate, .down) }
  }

  @Test(arguments: [GalleryLayout.Mode.list, .grid])
  func `each press of a held key is shown within a frame, and none is lost`(
    mode: GalleryLayout.Mode
  ) throws {
    let keys = presses(150, perSecond: 30)
    let gallery = try VirtualGallery(keys: keys, until: .seconds(20), mode: mode)
    #expect(try gallery.loop.run() == .status(0))
    let writes = gallery.terminal.writes
    for key in keys {
      #expect(writes.contains { $0.at >= key.at && $0.at <= key.at + Self.period })
    }
    #expect(gallery.loop.stage.profiler.session.late == 0)
    let selection = mode == .list ? 150 : 300
    #expect(gallery.loop.gallery.selection == selection)
    #expect(gallery.text.contains("\(selection + 1)/1000"))
    #expect(gallery.terminal.difference(from: gallery.loop.stage.surface) == nil)
  }

  @Test func `keys that come faster than frames cost a frame per period`() throws {
    let gallery = try VirtualGallery(
      keys: presses(1_000, perSecond: 500), until: .seconds(20), mode: .list)
    _ = try gallery.loop.run()
    let frames = gallery.terminal.writes.filter { (.seconds(1)...(.seconds(3))).contains($0.at) }
    #expect((115...125).contains(frames.count))
    #expect(gallery.loop.gallery.selection == 999)
    #expect(gallery.terminal.difference(from: gallery.loop.stage.surface) == nil)
  }

  @Test func `the time of a suspension belongs to no frame and to no key`() throws {
    let keys: [(at: Duration, key: Key)] = [
      (.seconds(1), .down), (.seconds(1), .control("z")), (.seconds(8), .down),
    ]
    let gallery = try VirtualGallery(keys: keys, until: .seconds(10))
    gallery.terminal.suspension = .seconds(5)
    _ = try gallery.loop.run()
    let stage = gallery.loop.stage
    #expect(stage.profiler.session.late == 0)
    #expect(stage.profiler.latest.allSatisfy { $0.times.work < Self.period })
    #expect(stage.link.shown.window.max < Self.period)
  }

  @Test func `frames that take longer than a period queue no keys`() throws {
    let work = Duration.milliseconds(40)
    let keys = presses(120, perSecond: 30)
    let gallery = try VirtualGallery(keys: keys, until: .seconds(20), mode: .list, work: work)
    _ = try gallery.loop.run()
    #expect(gallery.loop.gallery.selection == 120)
    let last = try #require(keys.last?.at)
    #expect(
      gallery.terminal.writes.contains { $0.at >= last && $0.at <= last + work + Self.period })
    #expect(gallery.loop.stage.profiler.session.late > 50)
  }
}
