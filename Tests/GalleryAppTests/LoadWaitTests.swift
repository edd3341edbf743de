import DiskCache
import FoundationEssentials
import GalleryCore
import ImageLoading
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import GalleryApp

/// Waits for loads, and for nothing, in virtual time.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct LoadWaitTests {
  /// The body of the default answer.
  private static func picture(_ url: URL, after delay: Duration) -> [TimedDataLoader.TimedEvent] {
    TimedDataLoader.body(Data(url.path.utf8), after: delay)
  }

  @Test(
    arguments: [GalleryLayout.Mode.list, .grid],
    [[], [Key.pageDown, .end, .home], [.character("o"), .down], [.character("?"), .escape]])
  func `an idle gallery sets no deadline`(mode: GalleryLayout.Mode, keys: [Key]) throws {
    let end = Duration.seconds(3_600)
    let gallery = try VirtualGallery(
      keys: keys.indices.map { (.seconds($0 + 1), keys[$0]) }, until: end, mode: mode)
    _ = try gallery.loop.run()
    let last = try #require(gallery.time.waits.last)
    #expect(last.limit == end)
    #expect(last.start < .seconds(keys.count + 5))
    #expect(gallery.loop.gallery.tally.blankTiles == 0)
  }

  @Test func `a failed load counts down to its next attempt, which starts at that instant`() throws
  {
    let gallery = try VirtualGallery(until: .seconds(60), mode: .list) { url, attempt in
      guard url.lastPathComponent == "0", attempt == 1 else {
        return Self.picture(url, after: .milliseconds(80))
      }
      let fields = HeaderFields(["Retry-After": "4"])
      return TimedDataLoader.failure(
        ResponseHead(status: 503, fields: fields), after: .milliseconds(50))
    }
    var waits: [String] = []
    gallery.terminal.whenAsked = { [unowned gallery] in
      guard let found = gallery.text.firstRange(of: "the server answered 503; retry 1 in ") else {
        return
      }
      let wait = String(gallery.text[found.upperBound...].prefix { $0 != " " })
      if waits.last != wait { waits.append(wait) }
    }
    _ = try gallery.loop.run()
    let attempts = gallery.loader.requests.filter { $0.url.lastPathComponent == "0" }
    #expect(attempts.count == 2)
    let first = try #require(attempts.first)
    #expect(attempts.last?.instant == first.instant + .milliseconds(4_050))
    #expect(waits == ["4", "3", "2", "1", "0.1"])
    #expect(!gallery.text.contains("503"))
    #expect(gallery.time.waits.last?.limit == .seconds(60))
  }

  @Test func `a slow transfer shows how far it has got`() throws {
    let gallery = try VirtualGallery(
      keys: [(at: .seconds(20), key: .character("R"))], until: .seconds(60), mode: .list,
      tile: TileSize(cells: CellSize(columns: 24, rows: 8), elsewhere: .standard)
    ) { url, _ in
      let head = ResponseHead(status: 200, expectedBytes: 100)
      let pieces = (1...10).map { step in
        (Duration.seconds(step), DataEvent.data(Data(repeating: 7, count: 10)))
      }
      return [(.milliseconds(80), .response(head))] + pieces + [(.seconds(10), .finished)]
    }
    let texts: Set = ["10 %", "30 %", "50 %", "70 %", "90 %", "━", "reloading · "]
    var seen: Set<String> = []
    gallery.terminal.whenAsked = { [unowned gallery] in
      if seen == texts { return }
      let screen = gallery.text
      for text in texts where screen.contains(text) { seen.insert(text) }
    }
    _ = try gallery.loop.run()
    #expect(seen == texts)
    #expect(!gallery.text.contains("loading"))
    #expect(gallery.loop.gallery.tally.blankTiles == 0)
  }

  @Test func `pictures stay, stretched, while those of another size are on their way`() throws {
    let gallery = try VirtualGallery(
      keys: [(at: .seconds(30), key: .character("+"))], until: .seconds(31)
    ) { url, _ in Self.picture(url, after: .seconds(3)) }
    var before = 0
    gallery.terminal.whenAsked = { [unowned gallery] in
      if gallery.time.now < .seconds(30) { before = gallery.loop.gallery.tally.blankTiles }
    }
    _ = try gallery.loop.run()
    #expect(before == 0)
    #expect(gallery.text.contains("loading"))
    // No picture has become a placeholder.
    #expect(!gallery.text.contains("╭"))
  }
}
