import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// A detail view over the tiles of 9 items, and what it asks for.
private struct Bench {
  var view = DetailView()
  var board: TileBoard
  var navigation: Navigation
  var rendition = Rendition()
  var attempt = 0

  init(isPrefetching: Bool = false) {
    board = TileBoard(
      FoodSource(count: 9),
      GalleryConfiguration(policy: OffPolicy(), isPrefetchingEnabled: isPrefetching))
    navigation = Navigation(
      screen: CellSize(columns: 80, rows: 25), mode: .list, tile: .large(.list),
      itemCount: 9)
  }

  var scene: Scene {
    Scene(Look(rendition, graphics: nil, symbolSets: []), navigation, attempt: attempt)
  }

  /// The key of an item's picture that fills the screen.
  func key(_ item: Int) -> TileKey {
    scene.key(of: ItemID(rawValue: item), covering: navigation.layout.content.size)
  }

  mutating func update() -> String { effects { $0.updateLoads($1, over: $2, into: &$3) } }

  mutating func effects(
    _ change: (inout DetailView, Scene, TileBoard, inout [Effect]) -> Void
  ) -> String {
    var effects: [Effect] = []
    change(&view, scene, board, &effects)
    return effects.transcript
  }

  /// The picture of an item comes, as large as it was asked for.
  mutating func answer(_ key: TileKey) {
    view.finish(key, with: PixelImage(size: key.size, filledWith: 0xFF_336699), in: scene)
  }

  mutating func describe(_ size: PixelSize, frames: Int = 1) {
    var info = PictureInfo(size: size)
    info.frameCount = frames
    view.receive(info, for: key(navigation.selection))
  }
}

@Suite struct DetailViewTests {
  private let photo = PixelSize(width: 1_600, height: 960)

  @Test func `it asks for the selected picture and what there is to know of it, once`() {
    var bench = Bench()
    #expect(bench.update() == "load 0, describe 0")
    #expect(bench.update() == "")
    bench.navigation.move(.items(1))
    #expect(bench.update() == "stop describing 0, cancel 0, load 1, describe 1")
    bench.describe(photo)
    bench.answer(bench.key(1))
    bench.navigation.move(.items(1))
    #expect(bench.update() == "load 2, describe 2")
    #expect(bench.effects { $0.close(over: $2, into: &$3) } == "stop describing 2, cancel 2")
    #expect(!bench.view.isOpen)
  }

  @Test func `the pictures beside it are asked for once it is there`() {
    var bench = Bench(isPrefetching: true)
    bench.navigation.select(4)
    _ = bench.update()
    bench.answer(bench.key(4))
    #expect(bench.update() == "prefetch 5, prefetch 3")
    bench.answer(bench.key(3))
    bench.navigation.select(5)
    #expect(bench.update() == "stop describing 4, load 5, describe 5")
    bench.answer(bench.key(5))
    #expect(bench.update() == "prefetch 6, prefetch 4")
  }

  @Test func `beside the first and the last picture there is one`() {
    var bench = Bench(isPrefetching: true)
    for (item, asked) in [(0, "prefetch 1"), (8, "prefetch 7")] {
      bench.navigation.select(item)
      _ = bench.update()
      bench.answer(bench.key(item))
      #expect(bench.update() == asked)
    }
  }

  @Test func `a picture of another screen stays until the one that fits has come`() {
    var bench = Bench()
    _ = bench.update()
    bench.answer(bench.key(0))
    bench.navigation.resize(to: CellSize(columns: 100, rows: 40))
    #expect(bench.update() == "load 0, stop describing 0, describe 0")
    #expect(bench.view.picture?.base.picture != nil)
  }

  @Test func `a load that a tile awaits too goes on`() {
    var bench = Bench()
    let key = bench.key(0)
    // On a larger screen a tile is as large as the detail view here, so that both wait for one load.
    let detail = bench.navigation
    bench.navigation = Navigation(
      screen: CellSize(columns: 82, rows: 28), mode: .grid,
      tile: TileSize(cells: CellSize(columns: 80, rows: 25), elsewhere: .standard), itemCount: 9)
    var effects: [Effect] = []
    bench.board.updateWindows(bench.scene, at: .zero, into: &effects)
    bench.navigation = detail
    #expect(bench.board.awaits(key))
    _ = bench.update()
    #expect(bench.effects { $0.close(over: $2, into: &$3) } == "stop describing 0")
  }

  // MARK: - Larger than the screen

  @Test func `its size has to be known before it is enlarged`() {
    var bench = Bench()
    _ = bench.update()
    #expect(bench.view.magnify(by: 1, in: bench.scene) == "its size is not known yet")
    bench.describe(photo)
    #expect(bench.view.magnify(by: 1, in: bench.scene) == nil)
    #expect(bench.view.scale(in: bench.scene) == 1.0 / 16)
  }

  @Test func `pixel by pixel it asks for its own size, and goes back without a word`() {
    var bench = Bench()
    _ = bench.update()
    bench.describe(photo)
    bench.answer(bench.key(0))
    bench.view.toggleMagnification()
    #expect(bench.update() == "load 0 1600x960")
    bench.view.toggleMagnification()
    #expect(bench.update() == "cancel 0")
    bench.view.toggleMagnification()
    #expect(bench.update() == "load 0 1600x960")
    bench.answer(TileKey(item: 0, size: photo, attempt: 0))
    bench.view.resetMagnification()
    #expect(bench.update() == "")
    #expect(bench.view.picture?.magnified?.picture != nil)
  }

  @Test func `arrows move about in a part and go on from the whole`() {
    var bench = Bench()
    _ = bench.update()
    bench.describe(photo)
    #expect(bench.view.move(.items(1), over: bench.board, in: bench.scene) == .items(1))
    #expect(bench.view.move(.pages(2), over: bench.board, in: bench.scene) == .items(2))
    #expect(bench.view.move(.halfPages(-1), over: bench.board, in: bench.scene) == .items(-1))
    #expect(bench.view.move(.select(column: 1, row: 1), over: bench.board, in: bench.scene) == nil)
    bench.view.toggleMagnification()
    for movement in [Movement.items(1), .lines(-1), .halfPages(1), .first, .last] {
      #expect(bench.view.move(movement, over: bench.board, in: bench.scene) == nil)
    }
    #expect(bench.view.move(.pages(-1), over: bench.board, in: bench.scene) == .items(-1))
  }

  @Test func `graphics are made of the visible part`() {
    var bench = Bench()
    bench.rendition = Rendition(.kitty(cell: PixelSize(width: 10, height: 20)))
    _ = bench.update()
    bench.describe(photo)
    bench.answer(bench.key(0))
    #expect(bench.update() == "")
    bench.view.toggleMagnification()
    #expect(bench.update() == "load 0 1600x960, render 0")
    _ = bench.view.move(.last, over: bench.board, in: bench.scene)
    #expect(bench.update() == "render 0")
    #expect(bench.update() == "")
  }

  @Test func `a small picture asks for its own pixels where the screen's are not square`() {
    var bench = Bench()
    bench.rendition = Rendition(.symbols(.sextant))
    _ = bench.update()
    bench.describe(PixelSize(width: 16, height: 16))
    #expect(bench.update() == "")
    bench.view.finish(
      bench.key(0), with: PixelImage(size: PixelSize(width: 16, height: 12), filledWith: 7),
      in: bench.scene)
    #expect(bench.update() == "load 0 16x16, render 0")
  }

  @Test func `a small picture of few colors is drawn as it is, in half blocks`() {
    var bench = Bench()
    _ = bench.update()
    bench.describe(PixelSize(width: 16, height: 16))
    bench.view.finish(
      bench.key(0), with: PixelImage(size: PixelSize(width: 16, height: 16), filledWith: 7),
      in: bench.scene)
    #expect(bench.update() == "")
    #expect(bench.view.ownScale(in: bench.scene) == 3)
    #expect(bench.view.move(.items(1), over: bench.board, in: bench.scene) == .items(1))
  }

  @Test func `a small picture that has failed is not enlarged`() {
    var bench = Bench()
    _ = bench.update()
    bench.describe(PixelSize(width: 16, height: 16))
    _ = bench.view.fail(bench.key(0), because: "404")
    #expect(bench.view.ownScale(in: bench.scene) == nil)
  }

  // MARK: - What moves

  @Test func `a picture that moves does so while the whole of it is seen`() {
    var bench = Bench()
    _ = bench.update()
    bench.describe(photo, frames: 12)
    #expect(bench.update() == "")
    bench.answer(bench.key(0))
    #expect(bench.update() == "animate 0")
    let frame = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 7)
    bench.view.receive(frame, for: bench.key(0))
    #expect(bench.view.picture?.frame == frame)
    #expect(
      bench.effects { view, _, _, effects in view.pause(into: &effects) } == "stop animating 0")
    #expect(bench.view.picture?.frame == nil)
    #expect(bench.update() == "animate 0")
    bench.view.toggleMagnification()
    #expect(bench.update().contains("stop animating 0"))
  }

  // MARK: - Failures

  @Test func `a failure means what the load was for`() {
    var bench = Bench()
    _ = bench.update()
    #expect(bench.view.fail(bench.key(5), because: "404") == .notShown)
    bench.describe(photo)
    bench.answer(bench.key(0))
    bench.view.toggleMagnification()
    _ = bench.update()
    let larger = TileKey(item: 0, size: photo, attempt: 0)
    #expect(bench.view.fail(larger, because: "404") == .notSharper)
    bench.attempt = 1
    #expect(
      bench.effects { $0.reload([0], over: $2, attempt: $1.attempt, into: &$3) }
        == "load 0 anew, describe 0")
    #expect(bench.view.fail(bench.key(0), because: "404") == .notReloaded)
    bench.navigation.move(.items(1))
    _ = bench.update()
    #expect(bench.view.fail(bench.key(1), because: "404") == .shown)
    #expect(bench.view.hasFailed)
  }

  @Test func `facts about another picture are ignored`() {
    var bench = Bench()
    _ = bench.update()
    bench.view.receive(PictureInfo(size: photo), for: bench.key(1))
    bench.view.receive(LoadTimings(source: "disk", total: .zero), for: bench.key(1))
    #expect(bench.view.picture?.info == nil && bench.view.picture?.timings == nil)
    #expect(!bench.view.shows(bench.key(1)) && bench.view.awaits(bench.key(0)))
  }
}
