import FoundationEssentials
import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// When the gallery asks for what, with the default policy and slots, in virtual time.
@Suite struct GalleryScheduleTests {
  private var gallery = Gallery(
    source: FoodSource(count: 200), screen: CellSize(columns: 80, rows: 25),
    configuration: GalleryConfiguration(tile: .large(.list)))
  private var now = Duration.seconds(1)

  /// Updates the gallery, and returns the requests: first those on screen, then those ahead.
  @discardableResult
  private mutating func update(
    _ events: [Event] = [], after pause: Duration = .zero
  ) -> (loads: [TileRequest], prefetches: [TileRequest]) {
    now += pause
    let effects = gallery.update(events, at: now)
    gallery.framePresented()
    return (
      effects.compactMap { if case .pipeline(.load(let request)) = $0 { request } else { nil } },
      effects.compactMap {
        if case .pipeline(.prefetch(let request, _)) = $0 { request } else { nil }
      }
    )
  }

  /// The answer to a request, which took so long.
  private func answer(_ request: TileRequest, after milliseconds: Int = 500) -> Event {
    let half = Duration.milliseconds(milliseconds / 2)
    let times = LoadTimes(total: half * 2, transfer: half)
    return .pictureReady(
      request.key, PixelImage(size: request.key.size, filledWith: 0xFF_336699),
      LoadCost(bytes: 10_000, times: times, host: "host"))
  }

  /// Wakes as often as the gallery wishes, and no longer than that; nil if there is no end of it.
  private mutating func countWakes() -> Int? {
    for wakes in 0..<20 {
      guard let instant = gallery.wakeAt else { return wakes }
      if instant <= now { return nil }
      now = instant
      update([.woke])
    }
    return nil
  }

  // MARK: - When it starts

  @Test mutating func `items ahead are requested when those on screen have had their time`() throws
  {
    let first = update()
    #expect(first.loads.map(\.key.item) == [0, 1, 2] && first.prefetches.isEmpty)
    now = try #require(gallery.wakeAt)
    #expect(update([.woke]).prefetches.map(\.key.item) == [3, 4, 5])
  }

  @Test mutating func `items ahead are requested as soon as those on screen are ready`() {
    let first = update()
    let next = update(first.loads.map { answer($0) }, after: .milliseconds(50))
    #expect(next.prefetches.first?.key.item == 3)
    #expect(!next.prefetches.isEmpty && next.prefetches.count < 6)
  }

  @Test mutating func `tiles that are run past are loaded where the run ends`() throws {
    let first = update()
    update(first.loads.map { answer($0, after: 4_000) }, after: .seconds(4))
    // The selection is at the bottom before the viewport moves.
    update([.key(.down), .key(.down)], after: .seconds(20))
    var asked: Set<Int> = []
    for _ in 1...30 {
      let next = update([.key(.down)], after: .milliseconds(33))
      asked.formUnion((next.loads + next.prefetches).map(\.key.item.rawValue))
    }
    let waiting = gallery.visibleItems.filter { gallery.tile(at: $0) == nil }
    #expect(!waiting.isEmpty && asked.isDisjoint(with: waiting))
    var loaded: [Int] = []
    while let instant = gallery.wakeAt, loaded.isEmpty {
      now = instant
      loaded = update([.woke]).loads.map(\.key.item.rawValue)
    }
    #expect(loaded == waiting)
  }

  // MARK: - What fails

  @Test
  mutating func `an announced picture that fails while hidden is loaded when it comes on screen`()
    throws
  {
    let first = update()
    let ahead = update(first.loads.map { answer($0) }, after: .milliseconds(50)).prefetches
    let failed = try #require(ahead.first)
    update([.pictureFailed(failed.key, reason: "503", isTransient: true)])
    #expect(gallery.tiles[failed.key.item] == nil)
    let next = update([.key(.pageDown)], after: .seconds(2))
    #expect(next.loads.contains { $0.key.item == failed.key.item })
  }

  @Test mutating func `a failure of a load that was given up changes nothing`()
    throws
  {
    let first = update()
    update([.scrolled(rows: 8)], after: .milliseconds(300))
    let hidden = try #require(first.loads.first)
    #expect(gallery.tiles[0] == nil && !gallery.visibleItems.contains(0))
    update([.pictureFailed(hidden.key, reason: "503", isTransient: true)])
    let back = update([.scrolled(rows: -8)], after: .milliseconds(300))
    #expect(back.loads.map(\.key.item) == [0])
  }

  @Test mutating func `a picture that is not replaced is awaited no longer`() {
    let first = update()
    update(first.loads.map { answer($0) }, after: .milliseconds(50))
    let ascii = Rendition(.symbols(.ascii), colors: gallery.rendition.colors)
    let again = update(
      [.renditionChanged(ascii, symbolSets: SymbolSet.allCases)], after: .seconds(1)
    ).loads
    #expect(again.map(\.key.item) == [0, 1, 2])
    update(again.map { .pictureFailed($0.key, reason: "500") }, after: .seconds(1))
    #expect(gallery.board.controller.schedule.countToCome(among: gallery.visibleItems) == 0)
  }

  // MARK: - When it sleeps

  @Test mutating func `a screen that is too small wakes nobody`() {
    update()
    #expect(gallery.wakeAt != nil)
    update([.resized(CellSize(columns: 9, rows: 2))])
    #expect(gallery.wakeAt == nil)
  }

  @Test(arguments: UInt64(1)...8)
  mutating func `where nothing changes it sleeps after a few wakes`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var underWay: [TileRequest] = []
    for step in 1...200 {
      let events = Self.randomEvents(&underWay, answer: { answer($0) }, using: &random)
      let pause = [1, 33, 33, 40, 700].randomElement(using: &random) ?? 33
      let asked = update(events, after: .milliseconds(pause))
      underWay += asked.loads + asked.prefetches
      var idle = self
      #expect(idle.countWakes() != nil, "seed \(seed), step \(step)")
    }
  }

  private static func randomEvents(
    _ underWay: inout [TileRequest], answer: (TileRequest) -> Event,
    using random: inout SeededRandom
  ) -> [Event] {
    let keys: [Key] = [
      .down, .down, .up, .pageDown, .pageUp, .home, .end, .enter, .escape, .character("p"),
      .character("v"), .character("r"), .character("R"), .character("s"),
    ]
    switch Int.random(in: 0...9, using: &random) {
    case 0...2: return [.key(keys.randomElement(using: &random) ?? .down)]
    case 3:
      let name = PrefetchPolicyName.allCases.randomElement(using: &random) ?? .off
      return ":policy \(name)".map { .key(.character($0)) } + [.key(.enter)]
    case 4, 5: return [.scrolled(rows: Int.random(in: -30...30, using: &random))]
    case 6: return [.resized(CellSize(columns: Bool.random(using: &random) ? 9 : 80, rows: 25))]
    default:
      guard let request = underWay.randomElement(using: &random) else { return [] }
      underWay.removeAll { $0.key == request.key }
      let fails = Int.random(in: 0...2, using: &random) == 0
      return [
        fails
          ? .pictureFailed(request.key, reason: "no", isTransient: Bool.random(using: &random))
          : answer(request)
      ]
    }
  }
}
