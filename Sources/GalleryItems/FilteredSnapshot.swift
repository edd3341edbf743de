import FoundationEssentials
import Prefetching

/// Some items of a snapshot, in its order.
package struct FilteredSnapshot: ItemSnapshot {
  private let whole: AnyItemSnapshot
  private let shown: PlaceSet
  private let shownSections: FilteredSections

  /// - Parameters:
  ///   - whole: the snapshot that has all items.
  ///   - shown: the places of the shown ones in it.
  package init(_ whole: AnyItemSnapshot, showing shown: PlaceSet) {
    self.whole = whole
    self.shown = shown
    shownSections = FilteredSections(whole.sections, showing: shown)
  }

  package func numberOfItems(inSection section: Int) -> Int { shown.count }

  package func item(at indexPath: IndexPath) -> GalleryItem {
    var (place, section) = (shown[indexPath.item], 0)
    while section + 1 < whole.numberOfSections, place >= whole.numberOfItems(inSection: section) {
      place -= whole.numberOfItems(inSection: section)
      section += 1
    }
    return whole.item(at: IndexPath(item: place, section: section))
  }

  package func id(at place: Int) -> ItemID { whole.id(at: shown[place]) }

  package func place(of id: ItemID) -> Int? {
    whole.place(of: id).flatMap { shown.contains($0) ? shown.rank(of: $0) : nil }
  }

  package func ids(at places: RangeSet<Int>) -> RangeSet<Int> {
    whole.ids(at: RangeSet(places.ranges.flatMap(shown.places)))
  }

  package func places(of ids: RangeSet<Int>) -> RangeSet<Int> {
    shown.ranks(of: whole.places(of: ids))
  }

  package func row(at place: Int) -> ItemRow? { whole.row(at: shown[place]) }

  package var sections: any SnapshotSections { shownSections }

  package var order: ItemOrder? { whole.order }

  package func place(of date: TypedDate) -> Int? { whole.place(of: date).map(shown.rank) }

  package func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? {
    let runs = shown.places(ofRanks: places)
    for run in direction == .forward ? runs : runs.reversed() {
      if let place = whole.firstMatch(of: query, in: run, direction) {
        return shown.rank(of: place)
      }
    }
    return nil
  }
}

/// The sections that have shown items.
private struct FilteredSections: SnapshotSections {
  private let whole: any SnapshotSections
  /// The number of each section among all of them.
  private var numbers: [Int] = []
  private var starts: [Int] = []

  init(_ whole: any SnapshotSections, showing shown: PlaceSet) {
    self.whole = whole
    let ranks = whole.starts(of: 0..<whole.count).map(shown.rank) + [shown.count]
    for number in 0..<whole.count where ranks[number] < ranks[number + 1] {
      numbers.append(number)
      starts.append(ranks[number])
    }
  }

  var count: Int { numbers.count }

  func start(of section: Int) -> Int { starts[section] }

  func starts(of sections: Range<Int>) -> [Int] { Array(starts[sections]) }

  func title(of section: Int) -> String? { whole.title(of: numbers[section]) }
}
