import FoundationEssentials
import GalleryItems
import Prefetching
import Raster
import Synchronization
import Testing

@testable import GalleryCore

/// Items that count how often one of them is looked up.
private final class CountedSource: ItemSnapshot {
  private let source: FoodSource
  private let lookups = Atomic(0)

  init(count: Int) { source = FoodSource(count: count) }

  func numberOfItems(inSection section: Int) -> Int { source.count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    lookups.add(1, ordering: .relaxed)
    return source.item(at: indexPath)
  }

  func id(at place: Int) -> ItemID {
    lookups.add(1, ordering: .relaxed)
    return ItemID(rawValue: place)
  }

  func place(of id: ItemID) -> Int? {
    lookups.add(1, ordering: .relaxed)
    return id.rawValue < source.count ? id.rawValue : nil
  }

  func lookups(during body: () -> Void) -> Int {
    let before = lookups.load(ordering: .relaxed)
    body()
    return lookups.load(ordering: .relaxed) - before
  }
}

@Suite struct TileTableTests {
  private let size = PixelSize(width: 8, height: 8)

  private func key(_ item: Int, attempt: Int = 0) -> TileKey {
    TileKey(item: ItemID(rawValue: item), size: size, attempt: attempt)
  }

  private func table(_ items: Range<Int>) -> TileTable {
    var table = TileTable()
    for item in items { table[ItemID(rawValue: item)] = Tile(key: key(item), url: nil) }
    return table
  }

  private let items = AnyItemSnapshot(FoodSource(count: 100))

  @Test func `a tile that comes, changes or goes is listed once it is asked for`() {
    var table = table(0..<5)
    #expect(Set(table.takeChanged(showing: 0..<3, of: items)) == Set((0..<5).map { key($0) }))
    #expect(table.takeChanged(showing: 0..<3, of: items).isEmpty)
    table[1]?.isOnlyHere = true
    table[2]?.reload(as: key(2, attempt: 1), at: nil)
    #expect(table.remove(4)?.key == key(4) && table.remove(4) == nil)
    let changed = table.takeChanged(showing: 0..<3, of: items)
    #expect(Set(changed) == [key(1), key(2), key(2, attempt: 1), key(4)])
  }

  @Test func `a tile that crosses the edge of the screen is listed`() {
    var table = table(0..<10)
    _ = table.takeChanged(showing: 0..<4, of: items)
    #expect(Set(table.takeChanged(showing: 2..<6, of: items)) == Set([0, 1, 4, 5].map { key($0) }))
    #expect(table.takeChanged(showing: 8..<12, of: items).count == 6)
    table.noteMoves()
    #expect(table.takeChanged(showing: 8..<12, of: items).count == 10)
  }

  @Test func `a picture that arrives costs as many lookups on a screen of any size`() throws {
    let lookups = try [CellSize(columns: 80, rows: 24), CellSize(columns: 400, rows: 100)].map {
      let source = CountedSource(count: 10_000)
      var gallery = Gallery(
        source: source, screen: $0,
        configuration: GalleryConfiguration(
          mode: .grid, tile: TileSize(cells: CellSize(columns: 8, rows: 4), elsewhere: .standard),
          policy: OffPolicy()))
      let loads = gallery.update([], at: .zero).compactMap {
        if case .pipeline(.load(let request)) = $0 { request.key } else { nil }
      }
      _ = gallery.update([.woke], at: .milliseconds(1))
      let middle = try #require(loads.dropFirst(loads.count / 2).first)
      let image = PixelImage(size: middle.size, filledWith: 0xFF_336699)
      return source.lookups {
        _ = gallery.update([.pictureReady(middle, image)], at: .milliseconds(2))
      }
    }
    #expect(lookups[0] == lookups[1])
  }
}
