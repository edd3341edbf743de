import FoundationEssentials
import GalleryItems
import Prefetching

extension GrowingList: LiveSource {
  package var beginning: AnyItemSnapshot { AnyItemSnapshot(ListSoFar(list: self, count: 0)) }

  package func run(_ post: (SnapshotChange) -> Void) {
    var count = 0
    read {
      let former = count
      count = numberOfItems(inSection: 0)
      post(
        SnapshotChange(
          to: ListSoFar(list: self, count: count),
          by: ItemChanges(inserted: RangeSet(former..<count)), isComplete: isComplete,
          notice: notice))
    }
  }
}

/// The items of a list that had been read at one moment.
private struct ListSoFar: ItemSnapshot {
  let list: GrowingList
  let count: Int

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem { list.item(at: indexPath) }

  func place(of id: ItemID) -> Int? { id.rawValue < count ? id.rawValue : nil }
}
