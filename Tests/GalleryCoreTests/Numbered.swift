import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

@testable import GalleryCore

/// Items "food 0" and so on, in any order.
struct Numbered: ItemSnapshot {
  let numbers: [Int]
  var order: ItemOrder?

  init(_ numbers: some Sequence<Int>, sectionSize: Int? = nil) {
    self.numbers = Array(numbers)
    self.sectionSize = sectionSize
  }

  func numberOfItems(inSection section: Int) -> Int { numbers.count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    let item = FoodSource(count: .max).item(at: [0, numbers[indexPath.item]])
    if companions.isEmpty { return item }
    return GalleryItem(
      id: item.id, caption: item.caption, location: item.location, companions: companions)
  }

  func id(at place: Int) -> ItemID { ItemID(rawValue: numbers[place]) }

  func place(of id: ItemID) -> Int? { numbers.firstIndex(of: id.rawValue) }

  func ids(at places: RangeSet<Int>) -> RangeSet<Int> {
    RangeSet(places.ranges.joined().map { numbers[$0]..<numbers[$0] + 1 })
  }

  func places(of ids: RangeSet<Int>) -> RangeSet<Int> {
    RangeSet(numbers.indices.filter { ids.contains(numbers[$0]) }.map { $0..<$0 + 1 })
  }

  /// The names of raw files that each item stands for.
  var companions: [String] = []

  /// The number of items in a section: neighbors whose numbers are in the same such range.
  var sectionSize: Int?

  var sections: any SnapshotSections {
    guard let sectionSize else { return NoSections() }
    return Menus(
      starts: numbers.indices.filter {
        $0 == 0 || numbers[$0] / sectionSize != numbers[$0 - 1] / sectionSize
      })
  }

  /// The number of sections at the start that are also there in another snapshot.
  func sectionsShared(with other: Numbered) -> Int {
    let (mine, its) = (sections, other.sections)
    return (0..<min(mine.count, its.count)).prefix { mine.start(of: $0) == its.start(of: $0) }
      .count
  }
}

extension GallerySession {
  init(
    source: Numbered, mode: GalleryLayout.Mode = .list, slots: Int = 1_000, isComplete: Bool = true
  ) {
    self.init(count: 0)
    gallery = Gallery(
      source: source, screen: CellSize(columns: 80, rows: 25),
      configuration: GalleryConfiguration(
        mode: mode, tile: .large(mode), policy: StaticPolicy(), slots: slots,
        isSourceComplete: isComplete))
    send([])
  }

  mutating func take(
    _ snapshot: Numbered, _ changes: ItemChanges?, keptSections: Int = 0, reloaded: [ItemID] = [],
    isComplete: Bool = true
  ) {
    send([
      .sourceChanged(
        SnapshotChange(
          to: snapshot, by: changes, keptSections: keptSections, reloaded: reloaded,
          isComplete: isComplete))
    ])
  }

  /// Carries out the searches and filters among these effects, in these items.
  mutating func carryOut(_ effects: [Effect], in items: AnyItemSnapshot) {
    for case .search(.filter(var order)) in effects {
      order.examine(order.left, in: items)
      send([.filtered(FilterNews(order))])
    }
    for case .search(.start(var order)) in effects {
      let found = order.examine(order.left, in: items).map(items.id)
      send([.searched(SearchNews(of: order, found.map { .found($0) } ?? .foundNothing))])
    }
  }

  /// The number of the selected item.
  var selected: Int { gallery.board.items.id(at: gallery.selection).rawValue }

  var selectedRow: Int { gallery.navigation.tileRect(of: gallery.selection).origin.row }
}
