import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct NavigationTests {
  private func navigation(
    _ mode: GalleryLayout.Mode = .list, count: Int = 100,
    screen: CellSize = CellSize(columns: 80, rows: 25)
  ) -> Navigation {
    Navigation(screen: screen, mode: mode, tile: .large(mode), itemCount: count)
  }

  @Test func `the selection moves, and the viewport follows`() {
    var place = navigation()
    for (movement, selection, offset) in [
      (Movement.lines(2), 2, 0), (.lines(1), 3, 8), (.items(-1), 2, 8), (.pages(1), 5, 32),
      (.scroll(3), 5, 35), (.halfPages(-1), 4, 27), (.last, 99, 776), (.lines(1), 99, 776),
      (.first, 0, 0), (.select(column: 3, row: 17), 2, 0), (.select(column: 3, row: 24), 2, 0),
    ] {
      place.move(movement)
      #expect(place.selection == selection && place.viewport.offset == offset, "\(movement)")
    }
  }

  @Test func `nothing moves where there is nothing, or no room to see it`() {
    var empty = navigation(count: 0)
    empty.move(.last)
    #expect(empty.selection == 0)
    var small = navigation(screen: CellSize(columns: 10, rows: 25))
    small.move(.last)
    #expect(small.selection == 0 && small.visibleItems.isEmpty)
  }

  @Test func `each layout keeps the tile size that was wished for it`() {
    var place = navigation()
    place.zoom(by: 1)
    #expect(place.layout.lines.lineLength == 12)
    let larger = place.layout
    place.toggleLayout()
    let grid = Navigation(screen: larger.screen, mode: .grid, itemCount: 100).layout
    #expect(place.layout == grid)
    place.zoom(by: -1)
    place.toggleLayout()
    #expect(place.layout == larger)
    place.toggleLayout()
    #expect(place.layout.lines.itemsPerLine == 3)
  }

  @Test(arguments: [TileSize.Rule.standard, .fitting], GalleryLayout.Mode.allCases)
  func `a size in cells is that of the first layout, and the rule is the other's`(
    rule: TileSize.Rule, mode: GalleryLayout.Mode
  ) {
    let screen = CellSize(columns: 120, rows: 40)
    let wish = CellSize(columns: 60, rows: 20)
    var place = Navigation(
      screen: screen, mode: mode, tile: TileSize(cells: wish, elsewhere: rule), itemCount: 9)
    #expect(place.layout == GalleryLayout(mode: mode, screen: screen, tile: wish, itemCount: 9))
    place.toggleLayout()
    let other = GalleryLayout.Mode.allCases.first { $0 != mode }
    let ruled = other.map {
      Navigation(
        screen: screen, mode: $0, tile: TileSize(cells: nil, elsewhere: rule), itemCount: 9)
    }
    #expect(place.layout == ruled?.layout)
  }

  @Test func `a step of the grid is a column, and back again nothing has changed`() {
    var place = navigation(.grid, screen: CellSize(columns: 200, rows: 60))
    let first = place.layout
    var columns: [Int] = []
    for step in [1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1] {
      place.zoom(by: step)
      columns.append(place.layout.lines.itemsPerLine)
    }
    #expect(columns == [5, 4, 3, 2, 1, 1, 1, 2, 3, 4, 5, 6])
    #expect(place.layout == first)
    for _ in 0..<40 { place.zoom(by: -1) }
    #expect(place.layout.lines.itemsPerLine == 20 && place.layout.pictureCells.columns == 8)
  }

  @Test func `a step of the list is the next of some heights, and back again nothing has changed`()
  {
    let screen = CellSize(columns: 120, rows: 40)
    var place = Navigation(screen: screen, mode: .list, itemCount: 100)
    let first = place.layout
    var rows: [Int] = []
    for step in [-1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] {
      place.zoom(by: step)
      rows.append(place.layout.lines.lineLength)
    }
    #expect(rows == [2, 2, 4, 6, 8, 12, 15, 18, 22, 27, 33, 33, 33])
    for _ in 0..<8 { place.zoom(by: -1) }
    #expect(place.layout == first)
  }

  @Test func `the grid comes back from its smallest tiles to its largest, on every screen`() {
    for width in 20...400 {
      var place = navigation(.grid, screen: CellSize(columns: width, rows: 45))
      for _ in 0..<60 { place.zoom(by: -1) }
      #expect(place.layout.lines.itemsPerLine >= width / 12, "\(width)")
      for _ in 0..<60 { place.zoom(by: 1) }
      #expect(place.layout.lines.itemsPerLine == 1, "\(width)")
    }
  }

  @Test func `a size that the screen has no room for is kept for one that has`() {
    var place = Navigation(
      screen: CellSize(columns: 80, rows: 25), mode: .grid,
      tile: TileSize(cells: CellSize(columns: 60, rows: 20), elsewhere: .standard), itemCount: 9)
    let first = place.layout
    place.resize(to: CellSize(columns: 40, rows: 25))
    #expect(place.layout.pictureCells.columns == 38)
    place.resize(to: CellSize(columns: 80, rows: 25))
    #expect(place.layout == first)
  }

  @Test func `a tile's share of the screen is that of its rows`() {
    var place = navigation()
    place.move(.scroll(2))
    #expect((0..<5).map(place.visibleShare) == [0.75, 1, 1, 0.25, 0])
    #expect(place.visibleItems == 0..<4)
  }

  @Test(arguments: UInt64(0)..<Thoroughness.rounds(short: 10, full: 40))
  func `selection and viewport stay inside, and the selection on the screen`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var place = navigation(
      seed % 2 == 0 ? .list : .grid, count: [1, 7, 10_000][Int(seed % 3)])
    for _ in 0..<200 {
      let number = Int.random(in: -40...40, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: place.zoom(by: number.signum())
      case 1: place.toggleLayout()
      case 2: place.resize(to: CellSize(columns: 60 + number, rows: 45 + number))
      case 3: place.move([.first, .last].randomElement(using: &random) ?? .first)
      case 4: place.move(.pages(number.signum()))
      case 5: place.move(.halfPages(number.signum()))
      case 6: place.move(.items(number))
      case 7: place.move(.lines(number))
      case 8: place.move(.select(column: 30 + number, row: 20 + number / 2))
      default: place.move(.scroll(number))
      }
      #expect((0..<place.itemCount).contains(place.selection))
      #expect(place.viewport == place.viewport.clamped(to: place.layout.lines))
      #expect(place.visibleItems.contains(place.selection))
    }
  }
}
