import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems

extension GrowingList: LiveSource {
  package var beginning: AnyItemSnapshot { AnyItemSnapshot(ListSoFar(of: self)) }

  package func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {
    onThread("source", 0) { [self] in run(post) }
  }

  private func run(_ post: (SnapshotChange) -> Void) {
    var former = ListSoFar(of: self)
    read {
      let list = ListSoFar(of: self)
      post(
        SnapshotChange(
          to: list, by: ItemChanges(inserted: RangeSet(former.count..<list.count)),
          keptSections: former.sectionCount, isComplete: isComplete, notice: notice))
      former = list
    }
  }
}

/// A snapshot of a list while it is read.
package struct ListSoFar: ItemSnapshot {
  private let list: GrowingList
  package let count: Int
  package let sectionCount: Int

  /// Takes a snapshot of the entries found so far.
  package init(of list: GrowingList) {
    self.list = list
    count = list.numberOfItems(inSection: 0)
    sectionCount = list.sectionsSoFar.count
  }

  package var sections: any SnapshotSections { ListSections(of: list, count: sectionCount) }

  package func numberOfItems(inSection section: Int) -> Int { count }

  package func item(at indexPath: IndexPath) -> GalleryItem { list.item(at: indexPath) }

  package func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? { list.firstMatch(of: query, in: places, direction) }

  package func row(at place: Int) -> ItemRow? { list.row(at: place) }

  package func place(of id: ItemID) -> Int? { id.rawValue < count ? id.rawValue : nil }
}
