import FoundationEssentials
import GalleryItems
import Keys
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// Items whose server has them in every size, or in one.
private struct Sized: ItemSnapshot {
  var address = "http://127.0.0.1:1/{width}x{height}/"

  func numberOfItems(inSection section: Int) -> Int { 400 }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(
      id: "\(indexPath.item)", caption: "photo \(indexPath.item)",
      location: .template("\(address)\(indexPath.item)"))
  }
}

/// Smaller pictures while the link cannot keep up, in virtual time: three tiles are on the screen.
@Suite struct GalleryReductionTests {
  private var gallery = gallery(of: Sized())
  private var now = Duration.seconds(1)
  private var underWay: [TileRequest] = []

  private static func gallery(of source: Sized) -> Gallery {
    Gallery(source: source, screen: CellSize(columns: 80, rows: 25))
  }

  /// What is asked for now.
  @discardableResult
  private mutating func update(
    _ events: [Event] = [], after pause: Duration = .zero
  ) -> [TileRequest] {
    now += pause
    var asked: [TileRequest] = []
    for effect in gallery.update(events, at: now) {
      switch effect {
      case .pipeline(.load(let request)), .pipeline(.prefetch(let request, _)):
        asked.append(request)
      case .pipeline(.cancel(let key, _)): underWay.removeAll { $0.key == key }
      default: break
      }
    }
    gallery.frameWasShown()
    for request in asked where !underWay.contains(where: { $0.key == request.key }) {
      underWay.append(request)
    }
    return asked
  }

  private func answer(_ request: TileRequest, after time: Duration = .milliseconds(300)) -> Event {
    .pictureReady(
      request.key, PixelImage(size: request.key.size, filledWith: 0xFF_336699),
      LoadCost(
        bytes: 10_000, times: LoadTimes(total: time, firstByte: time / 30, transfer: time),
        host: "host"))
  }

  /// Answers all that is under way, at once.
  @discardableResult
  private mutating func answerAll(after pause: Duration = .milliseconds(300)) -> [TileRequest] {
    let answers = underWay.map { answer($0) }
    underWay = []
    return update(answers, after: pause)
  }

  /// Learns the link, then holds an arrow over more lines than it brings; returns what is asked for meanwhile.
  private mutating func run(_ presses: Int = 30) -> [TileRequest] {
    update()
    while !underWay.isEmpty { answerAll() }
    var asked: [TileRequest] = []
    for press in 0..<presses {
      asked += update([.key(.down)], after: .milliseconds(33))
      if press % 9 == 8 { asked += answerAll(after: .zero) }
    }
    return asked
  }

  /// Rests until nothing more is asked for, and answers all; returns what was asked for.
  private mutating func rest() -> [TileRequest] {
    var asked: [TileRequest] = []
    for _ in 0..<20 {
      if let instant = gallery.wakeAt { now = max(now, instant) }
      asked += update([.woke])
      asked += answerAll()
    }
    return asked
  }

  @Test mutating func `a run beyond the link asks for smaller pictures, at addresses of their own`()
    throws
  {
    let request = try #require(run().first { $0.key.isReduced })
    let first = request.key
    let (asked, size, reduction) = (first.askedSize, first.size, first.reduction)
    #expect(asked.width == (size.width + reduction - 1) / reduction && reduction <= 4)
    #expect(asked.height == (size.height + reduction - 1) / reduction)
    #expect(request.url.path == "/\(asked.width)x\(asked.height)/\(first.item.rawValue)")
  }

  @Test(arguments: ["http://127.0.0.1:1/", "file:///tmp/{width}x{height}/"])
  mutating func `what has one address, or is a file, has no smaller pictures`(address: String) {
    gallery = Self.gallery(of: Sized(address: address))
    #expect(run().allSatisfy { !$0.key.isReduced })
  }

  @Test mutating func `slow steps ask for whole pictures`() {
    update()
    while !underWay.isEmpty { answerAll() }
    for _ in 1...20 {
      let asked = update([.key(.down)], after: .seconds(1)) + answerAll()
      #expect(asked.allSatisfy { !$0.key.isReduced })
    }
  }

  @Test mutating func `a tile with a smaller picture is not blank, and is whole at rest`() {
    _ = run()
    let small = gallery.tiles.values.filter(\.isReduced)
    #expect(!small.isEmpty && small.allSatisfy { !$0.isBlank && !$0.isUnderWay })
    let shown = gallery.visibleItems
    _ = rest()
    #expect(gallery.visibleItems == shown && shown.allSatisfy(gallery.isSettled))
    #expect(shown.allSatisfy { gallery.tile(at: $0)?.isReduced == false })
    let ledger = gallery.ledger.counts
    #expect(
      ledger.announced
        == ledger.cancelled + ledger.useful + ledger.late + ledger.wasted + ledger.pending)
  }

  @Test
  mutating func `the smaller picture stays where the whole one fails`()
    throws
  {
    _ = run()
    while let instant = gallery.wakeAt, !underWay.contains(where: isUpgrade) {
      now = max(now, instant)
      update([.woke])
      let others = underWay.filter { !isUpgrade($0) }
      underWay = underWay.filter { !others.contains($0) }
      update(others.map { answer($0) }, after: .milliseconds(300))
    }
    let upgrade = try #require(underWay.first(where: isUpgrade))
    let tile = { (gallery: Gallery) in gallery.tiles[upgrade.key.item] }
    #expect(tile(gallery)?.isReduced == true && tile(gallery)?.isBlank == false)
    update([.pictureFailed(upgrade.key, reason: "the server answered 404")])
    #expect(tile(gallery)?.isReduced == true && tile(gallery)?.isUnderWay == false)
    #expect(gallery.notice == "not sharper: the server answered 404")
  }

  /// Whether a request is of the whole picture of a tile that shows a smaller one.
  private func isUpgrade(_ request: TileRequest) -> Bool {
    !request.key.isReduced && gallery.tiles[request.key.item]?.isReduced == true
  }

  @Test mutating func `where a smaller picture fails, the whole one is asked for`() throws {
    _ = run()
    let small = try #require(underWay.first { $0.key.isReduced })
    underWay.removeAll { $0.key == small.key }
    let asked = update([.pictureFailed(small.key, reason: "the server answered 404")]) + rest()
    let again = asked.filter { $0.key.item == small.key.item }
    #expect(again.allSatisfy { !$0.key.isReduced })
  }

  @Test mutating func `on the way back what came whole is asked for whole`() {
    update()
    while !underWay.isEmpty { answerAll() }
    for _ in 1...12 { update([.key(.down)], after: .seconds(1)); answerAll() }
    let whole = Set(gallery.tiles.keys)
    _ = run()
    let back = (0..<60).flatMap { press in
      update([.key(.up)], after: .milliseconds(33))
        + (press % 9 == 8 ? answerAll(after: .zero) : [])
    }
    #expect(back.allSatisfy { !whole.contains($0.key.item) || !$0.key.isReduced })
  }
}
