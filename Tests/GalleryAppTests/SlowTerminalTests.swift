import FramePacing
import GalleryCore
import LinkSupport
import Raster
import TestSupport
import Testing

@testable import GalleryApp

/// Terminals behind links that are slower than the program, in virtual time.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct SlowTerminalTests {
  /// Links, the most frames under way, and the longest time that a frame waits and takes on the link.
  private static let slow: [(Link, most: Int, time: Duration)] = [
    (Link(name: "1 Mbit/s", kilobitsPerSecond: 1_000), 5, .milliseconds(80)),
    (Link(name: "64 kbit/s", kilobitsPerSecond: 64), 5, .milliseconds(500)),
    (
      Link(name: "1 Mbit/s 80 ms", kilobitsPerSecond: 1_000, roundTrip: .milliseconds(80)),
      11, .milliseconds(140)
    ),
    (
      Link(name: "1 Mbit/s 300 ms", kilobitsPerSecond: 1_000, roundTrip: .milliseconds(300)),
      15, .milliseconds(140)
    ),
  ]

  @Test(arguments: slow)
  func `a held key leaves few bytes under way, and sharpness falls and rises`(
    link: Link, most: Int, time: Duration
  ) throws {
    let keys = (0..<90).map { (at: Duration.seconds(30) + .seconds(1) * $0 / 30, key: Key.down) }
    let gallery = try VirtualGallery(link: link, keys: keys, until: .seconds(300))
    var drawn: [Sharpness] = []
    let loop = gallery.loop
    gallery.terminal.whenAsked = { [unowned loop] in drawn.append(loop.stage.link.sharpness) }
    _ = try loop.run()
    #expect(loop.stage.link.framesWaited > 0)
    #expect(gallery.terminal.mostUnderWay <= most)
    for write in gallery.terminal.writes where write.at > .seconds(30) {
      #expect(write.shownAt - write.at - link.roundTrip / 2 <= time)
    }
    #expect(drawn.contains { $0 < .full })
    #expect(loop.gallery.sharpness.isSharp && loop.stage.flow.isComplete)
    #expect(loop.gallery.selection == 180)
    #expect(gallery.terminal.difference(from: loop.stage.surface) == nil)
  }

  @Test(arguments: Link.terminals + Link.distant)
  func `every page of pictures in memory gets sharp`(link: Link) throws {
    let keys: [Key] = [.end, .home, .pageDown, .pageDown, .pageDown]
    let gallery = try VirtualGallery(
      link: link, keys: keys.indices.map { (.seconds(60 * ($0 + 1)), keys[$0]) },
      until: .seconds(400))
    let loop = gallery.loop
    var pages = 0
    gallery.terminal.whenAsked = { [unowned loop, unowned gallery] in
      guard gallery.terminal.isKeyDue else { return }
      pages += 1
      #expect(loop.gallery.sharpness.isSharp && loop.stage.flow.isComplete)
      #expect(gallery.terminal.difference(from: loop.stage.surface) == nil)
    }
    _ = try loop.run()
    #expect(pages == keys.count)
  }

  @Test func `a frame that a terminal does not take whole is sent to its end, and keys are kept`()
    throws
  {
    let link = Link(name: "100 kB/s", kilobitsPerSecond: 800, isLogin: false)
    let keys = (0..<60).map { (at: Duration.seconds(30) + .seconds(1) * $0 / 30, key: Key.down) }
    let gallery = try VirtualGallery(
      link: link, keys: keys, until: .seconds(100), size: CellSize(columns: 200, rows: 60))
    _ = try gallery.loop.run()
    #expect(gallery.terminal.cutWrites > 0)
    #expect(gallery.loop.gallery.selection == 480)
    #expect(gallery.terminal.difference(from: gallery.loop.stage.surface) == nil)
  }
}
