import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// A board of a list of 100 items, three of them on the screen, and what it asks for.
private struct Bench {
  var board: TileBoard
  var navigation: Navigation
  var rendition = Rendition()
  var attempt = 0
  private var now = Duration.zero

  init(policy: any PrefetchPolicy = OffPolicy(), screen: CellSize = CellSize(columns: 80, rows: 25))
  {
    board = TileBoard(
      FoodSource(count: 100), GalleryConfiguration(policy: policy, slots: 1_000))
    navigation = Navigation(
      screen: screen, mode: .list, tile: .large(.list), itemCount: 100)
  }

  var scene: Scene {
    Scene(Look(rendition, graphics: nil, symbolSets: []), navigation, attempt: attempt)
  }

  func key(_ item: Int) -> TileKey { scene.tileKey(of: ItemID(rawValue: item)) }

  /// Changes the board, and returns the effects a second later.
  mutating func update(
    _ change: (inout TileBoard, Scene, inout [Effect]) -> Void = { _, _, _ in }
  ) -> String {
    now += .seconds(1)
    var effects: [Effect] = []
    change(&board, scene, &effects)
    board.updateWindows(scene, at: now, into: &effects)
    return effects.transcript
  }

  mutating func answer(_ items: Int..., pixel: UInt32 = 0xFF_336699) {
    for item in items {
      let key = board.tile(at: item)?.key ?? key(item)
      board.finish(
        key, with: PixelImage(size: key.size, filledWith: pixel), at: .nothing, now: now)
    }
  }

  mutating func fail(_ item: Int) {
    _ = board.fail(key(item), because: "404", keepsPicture: false)
  }
}

@Suite struct TileBoardTests {
  @Test func `items that come on the screen are loaded, and those that leave it are canceled`() {
    var bench = Bench()
    #expect(bench.update() == "load 0, load 1, load 2")
    bench.navigation.move(.scroll(8))
    #expect(bench.update() == "cancel 0, load 3")
    #expect(bench.update() == "")
    bench.answer(1, 2, 3)
    bench.navigation.move(.last)
    #expect(bench.update() == "load 97, load 98, load 99")
    #expect(Set(bench.board.tiles.all.keys) == [97, 98, 99])
  }

  @Test func `a screen that is too small lets go of everything`() {
    var bench = Bench()
    _ = bench.update()
    bench.navigation.resize(to: CellSize(columns: 80, rows: 3))
    #expect(bench.update() == "cancel 0, cancel 1, cancel 2")
    #expect(bench.board.wakeAt == nil)
  }

  @Test func `a picture loaded ahead is reported as shown once it is`() {
    var bench = Bench(policy: StaticPolicy())
    _ = bench.update()
    bench.answer(0, 1, 2)
    _ = bench.update()
    bench.answer(3, 4)
    bench.navigation.move(.scroll(8))
    #expect(bench.update().hasPrefix("used 3"))
  }

  @Test func `switching prefetching off cancels what is ahead, and a policy switches it on`() {
    var bench = Bench(policy: StaticPolicy())
    _ = bench.update()
    bench.answer(0, 1, 2)
    #expect(bench.update().contains("prefetch 3"))
    #expect(bench.update { $0.switchPrefetching(to: nil, in: $1, into: &$2) }.hasPrefix("cancel 3"))
    #expect(bench.board.policyName == "off")
    _ = bench.update { $0.switchPrefetching(to: .adaptive, in: $1, into: &$2) }
    #expect(bench.board.isPrefetchingEnabled && bench.board.policyName == "adaptive")
  }

  // MARK: - Failures

  @Test func `a failure is remembered until it is forgotten, and asked for again then`() {
    var bench = Bench()
    _ = bench.update()
    bench.fail(1)
    bench.navigation.move(.scroll(30))
    _ = bench.update()
    bench.navigation.move(.first)
    #expect(bench.update() == "cancel 3, cancel 4, cancel 5, cancel 6, load 0, load 2")
    #expect(bench.board.tiles[1]?.hasFailed == true && bench.board.memory.failedItems == [1])
    #expect(bench.board.forgetFailures() == true)
    bench.attempt = 1
    #expect(bench.update { $0.reloadFailed(in: $1, into: &$2) } == "load 1")
    #expect(bench.board.tiles[1]?.key.attempt == 1)
    bench.answer(0, 1, 2)
    #expect(bench.board.memory.failedItems.isEmpty)
    #expect(bench.board.forgetFailures() == false)
  }

  @Test func `a load that waits for its next attempt is no longer said to wait`() {
    var bench = Bench()
    _ = bench.update()
    bench.board.advance(
      bench.key(2), to: TileProgress(retryingAfter: .seconds(9), because: "503"), at: .zero)
    #expect(bench.board.forgetFailures() == true)
    #expect(bench.board.tiles[2]?.progress == nil)
  }

  @Test func `a transient failure is retried when its tile is back`() {
    var bench = Bench()
    _ = bench.update()
    bench.board.forget(bench.key(1))
    #expect(bench.board.tiles[1] == nil && bench.board.memory.failedItems == [1])
    bench.navigation.move(.scroll(30))
    _ = bench.update()
    bench.navigation.move(.first)
    #expect(bench.update().contains("load 1"))
  }

  @Test func `a picture that is reloaded stays, also when that fails`() {
    var bench = Bench()
    _ = bench.update()
    bench.answer(0, 1, 2)
    bench.attempt = 1
    #expect(bench.update { $0.reload([0], in: $1, into: &$2) } == "load 0 anew")
    #expect(bench.board.fail(bench.key(0), because: "503", keepsPicture: false) == true)
    guard case .ready? = bench.board.tiles[0]?.state else {
      Issue.record("the picture is gone")
      return
    }
    #expect(bench.board.memory.failure(of: 0) == nil)
  }

  @Test func `events of an older load change nothing`() {
    var bench = Bench()
    _ = bench.update()
    let old = bench.key(0)
    bench.attempt = 1
    _ = bench.update { $0.reload([0], in: $1, into: &$2) }
    bench.board.advance(old, to: TileProgress(fraction: 0.5, receivedBytes: 1), at: .zero)
    bench.board.finish(
      old, with: PixelImage(size: old.size, filledWith: 1), at: .nothing, now: .seconds(2))
    #expect(bench.board.awaits(bench.key(0)) && !bench.board.awaits(old))
    #expect(bench.board.tiles[0]?.progress == nil && bench.board.tiles[0]?.isBlank == true)
  }

  // MARK: - Another look, another size

  @Test func `shown in another way, what is on the screen stays until it is replaced`() {
    var bench = Bench()
    _ = bench.update()
    bench.answer(0, 1)
    bench.rendition = Rendition(.symbols(.ascii))
    #expect(
      bench.update { $0.renew(in: $1, into: &$2) } == "cancel 2, load 0, load 1, load 2")
    #expect((0..<3).map { bench.board.tile(at: $0)?.picture != nil } == [true, true, false])
    #expect(bench.board.tiles[0]?.key.rendition == bench.rendition)
  }

  @Test func `in another size, pictures are stretched until they are replaced`() {
    var bench = Bench()
    _ = bench.update()
    bench.answer(0)
    bench.navigation.zoom(by: -1)
    _ = bench.update { $0.stretch(in: $1, into: &$2) }
    guard case .preview(let preview)? = bench.board.tiles[0]?.state else {
      Issue.record("nothing stands in")
      return
    }
    #expect(preview.size == bench.key(0).size)
  }

  // MARK: - What was not seen

  @Test func `a picture that leaves memory unseen is lost, unless its tile holds it`() {
    var bench = Bench(policy: StaticPolicy())
    _ = bench.update()
    bench.answer(0, 1, 2)
    _ = bench.update()
    bench.answer(3)
    bench.board.recordPresented(0..<3)
    #expect(bench.board.ledger.counts.wasted == 0)
    bench.board.drop(bench.key(3), in: bench.scene)
    #expect(bench.board.tiles[3]?.isOnlyHere == true)
    bench.navigation.move(.last)
    _ = bench.update()
    #expect(bench.board.ledger.counts.wasted == 1)
  }

  @Test func `a blank tile takes the color that its item had`() {
    var bench = Bench()
    _ = bench.update()
    bench.answer(0, pixel: 0xFF_112233)
    #expect(bench.board.memory.color(of: 0) == 0xFF_112233)
    #expect(
      bench.board.placeholderColors(of: 0, .dark) == PlaceholderColors(around: 0xFF_112233, .dark))
    #expect(bench.board.placeholderColors(of: 1, .dark) == .plain(.dark))
    _ = bench.update { $0.reload([0], in: $1, into: &$2) }
    #expect(bench.board.memory.color(of: 0) == nil)
  }
}
