import GalleryItems
import Prefetching

/// Items whose files were moved away, filtered or not.
extension Filtering {
  /// Hides what is gone, and shows what is back, in O(runs).
  mutating func hide(_ gone: RangeSet<Int>) -> SnapshotChange {
    let former =
      shown ?? Shown(source, PlaceSet(0..<source.itemCount), ItemFilter(), without: RangeSet())
    let left = former.source.places(of: gone.without(sets.gone))
    let back = former.source.places(of: sets.gone.without(gone))
    sets.gone = gone
    let next = Shown(former.source, former.found, former.filter, without: gone)
    shown = next.filter.isEmpty && next.places.count == next.source.itemCount ? nil : next
    return change(
      by: ItemChanges(
        removed: former.places.ranks(of: left), inserted: next.places.ranks(of: back)),
      with: nil)
  }

  /// The change of the shown items if the source itself has removed all items that are gone, and no filter is set.
  ///
  /// - Parameter gone: what is still gone in the new snapshot.
  mutating func removal(
    of gone: RangeSet<Int>, by change: SnapshotChange
  ) -> SnapshotChange? {
    guard gone.isEmpty, filter.isEmpty, examination == nil, awaited == nil, let shown,
      shown.filter.isEmpty, let changes = change.changes, changes.moved.isEmpty
    else { return nil }
    (self.shown, sets.gone) = (nil, gone)
    return SnapshotChange(
      to: change.snapshot,
      by: ItemChanges(
        removed: shown.places.ranks(of: changes.removed), inserted: changes.inserted),
      reloaded: change.reloaded, isComplete: change.isComplete, notice: change.notice,
      withdrawnNotice: change.withdrawnNotice, supply: change.supply,
      hasFailedPage: change.hasFailedPage)
  }
}
