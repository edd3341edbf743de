import GalleryItems
import Prefetching
import Raster

/// Shows some of the source's items, and hides the others.
///
/// The other values of the gallery know the shown items only. A filter of a small gallery is applied in the same frame;
/// a larger one is examined in the background, while the former items stay.
package struct Filtering: Sendable {
  /// The number of shapes kept, a few megabytes.
  private static let shapeCapacity = 100_000

  /// The sets of items, by their ids, that a filter may ask for.
  struct Sets: Hashable, Sendable {
    var marked = RangeSet<Int>()
    var failed: Set<ItemID> = []
    /// The items whose files were moved or trashed, which no filter shows.
    var gone = RangeSet<Int>()
  }

  /// The shown items of a snapshot of the source.
  struct Shown {
    let source: AnyItemSnapshot
    /// The items that meet the filter.
    let found: PlaceSet
    /// The found items that are not gone.
    let places: PlaceSet
    let filter: ItemFilter

    /// - Parameter gone: the ids of the items whose files were moved away.
    init(
      _ source: AnyItemSnapshot, _ found: PlaceSet, _ filter: ItemFilter,
      without gone: RangeSet<Int>
    ) {
      self.source = source
      self.found = found
      self.filter = filter
      let hidden = source.places(of: gone)
      places = hidden.isEmpty ? found : found.without(hidden)
    }
  }

  /// An order that is carried out.
  struct Examination {
    var order: FilterOrder
    let source: AnyItemSnapshot
    /// The news of the source that come with its items.
    let news: SnapshotChange?
    /// The shown items that stay, if it examines only new ones at the end.
    let grown: Shown?
  }

  private(set) var filter = ItemFilter()
  /// Whether the next key is a trait.
  private(set) var awaitsTrait = false
  /// The item to select again when it is shown.
  var anchor: ItemID?
  /// The latest change of the source.
  private var latest: SnapshotChange
  /// The shown items; nil while all are.
  var shown: Shown?
  private(set) var examination: Examination?
  /// The news of the source since the examined snapshot; nil without any.
  private(set) var awaited: SnapshotChange?
  /// Whether these news only append items.
  private var appends = true
  /// The sets as the latest order took them, and the items that are gone as they are hidden.
  var sets = Sets()
  private var orderCount = 0
  /// The shapes of loaded pictures.
  private var shapes: [ItemID: PictureShape] = [:]

  init(_ source: AnyItemSnapshot, isComplete: Bool) {
    latest = SnapshotChange(to: source, by: nil, isComplete: isComplete)
  }

  /// The latest snapshot of the source, with all items.
  package var source: AnyItemSnapshot { latest.snapshot }

  /// The snapshot that an order is about.
  package var examined: AnyItemSnapshot { examination?.source ?? source }

  /// Whether the person has set a filter.
  var isOn: Bool { !filter.isEmpty }

  /// The number of items that the filter hides.
  var hiddenCount: Int {
    guard let shown, !shown.filter.isEmpty else { return 0 }
    return shown.source.itemCount - shown.places.count
      - shown.source.places(of: sets.gone).memberCount
  }

  /// The number of hidden items among some, given by their ids.
  func hiddenCount(of ids: RangeSet<Int>) -> Int {
    guard let shown else { return 0 }
    return shown.source.places(of: ids).ranges.reduce(0) {
      $0 + $1.count - shown.places.rank(of: $1.upperBound) + shown.places.rank(of: $1.lowerBound)
    }
  }

  /// The place of an item among the shown ones, or that of the next one; nil while all are shown, or if it is gone.
  func place(of id: ItemID) -> Int? {
    guard let shown, let place = shown.source.place(of: id) else { return nil }
    return shown.places.rank(of: place)
  }

  /// Records the shape of a loaded picture.
  mutating func record(_ info: PictureInfo?, of item: ItemID) {
    guard let size = info?.size, shapes.count < Self.shapeCapacity else { return }
    shapes[item] = PictureShape(size)
  }
}

// MARK: - The person's changes

extension Filtering {
  mutating func awaitTrait() { awaitsTrait = true }

  /// The command of a key that names a trait; nil for other keys.
  mutating func press(_ key: Key) -> Command? {
    awaitsTrait = false
    guard case .character(let letter) = key else { return nil }
    return ItemFilter.traits.first { $0.key == letter }.map { .filter($0.change) }
  }

  /// Changes the conditions.
  ///
  /// - Parameter selected: the selected item, if there is one.
  /// - Returns: the change of the shown items; nil if there is none yet.
  mutating func apply(
    _ change: ItemFilter.Change, on selected: GalleryItem?, _ sets: Sets,
    into effects: inout [Effect]
  ) -> SnapshotChange? {
    let former = filter
    filter.apply(change, on: selected)
    if filter.readsTexts, !source.hasFiles {
      filter.text = filter.text.map { CaptionQuery($0.text) }
    }
    return filter == former ? nil : examineAll(sets, into: &effects)
  }

  /// Stops an examination, and goes back to the filter of the shown items.
  ///
  /// - Returns: whether there was one.
  mutating func stop(into effects: inout [Effect]) -> Bool {
    guard let stopped = examination else { return false }
    drop(stopped, into: &effects)
    filter = shown?.filter ?? ItemFilter()
    return true
  }

  private mutating func drop(_ stopped: Examination, into effects: inout [Effect]) {
    examination = nil
    if let news = stopped.news {
      appends = appends && stopped.grown != nil
      awaited = awaited?.following(news) ?? news
    }
    effects.append(.search(.stopFilter))
  }
}

// MARK: - Examining items

extension Filtering {
  /// Adopts a change of the source.
  ///
  /// - Returns: the change of the shown items; nil if there is none yet.
  mutating func apply(
    _ change: SnapshotChange, _ sets: Sets, into effects: inout [Effect]
  ) -> SnapshotChange? {
    let former = source
    latest = change
    if let change = removal(of: sets.gone, by: change) { return change }
    guard isOn || shown != nil || awaited != nil else { return change }
    if awaited == nil { appends = true }
    if change.changes?.keepsPlaces(below: former.itemCount) != true { appends = false }
    awaited = change.following(awaited)
    return examineNews(sets, into: &effects)
  }

  /// Examines what came during an examination, and all items again if the sets that matter have changed.
  ///
  /// - Returns: the change of the shown items; nil if there is none yet.
  mutating func examineNews(_ sets: Sets, into effects: inout [Effect]) -> SnapshotChange? {
    let isCurrent = examination == nil && awaited == nil
    if sets.gone != self.sets.gone, shown != nil || isCurrent { return hide(sets.gone) }
    guard examination == nil, isOn || shown != nil || awaited != nil else { return nil }
    if filter.isMarked && sets.marked != self.sets.marked
      || filter.hasFailed && sets.failed != self.sets.failed
    {
      return examineAll(sets, into: &effects)
    }
    guard awaited != nil else { return nil }
    guard appends, let shown else { return examineAll(sets, into: &effects) }
    return examine(shown.source.itemCount..<source.itemCount, behind: shown, sets, into: &effects)
  }

  /// Follows an order in the background.
  ///
  /// - Returns: the change of the shown items; nil if there is none yet.
  mutating func receive(_ news: FilterNews) -> SnapshotChange? {
    guard examination?.order.number == news.number else { return nil }
    examination?.order = news.order
    return news.isEnd ? finish() : nil
  }

  private mutating func examineAll(_ sets: Sets, into effects: inout [Effect]) -> SnapshotChange? {
    if let examination { drop(examination, into: &effects) }
    guard isOn else {
      defer { awaited = nil }
      show(PlaceSet(0..<source.itemCount), of: source)
      return change(by: nil, with: awaited)
    }
    return examine(0..<source.itemCount, behind: nil, sets, into: &effects)
  }

  private mutating func examine(
    _ places: Range<Int>, behind grown: Shown?, _ sets: Sets, into effects: inout [Effect]
  ) -> SnapshotChange? {
    (self.sets.marked, self.sets.failed) = (sets.marked, sets.failed)
    orderCount += 1
    var candidates = RangeSet(places)
    if filter.isMarked { candidates.formIntersection(source.places(of: sets.marked)) }
    if filter.hasFailed {
      let failed = RangeSet(sets.failed.lazy.map { $0.rawValue..<$0.rawValue + 1 })
      candidates.formIntersection(source.places(of: failed))
    }
    var order = FilterOrder(
      orderCount, for: filter, among: candidates, behind: grown?.found ?? PlaceSet(),
      shapes: filter.shape == nil ? [:] : shapes)
    if !filter.readsFiles {
      order.examine(filter.looksAtEach ? Finder.slice : .max, in: source)
    }
    examination = Examination(order: order, source: source, news: awaited, grown: grown)
    awaited = nil
    if order.left == 0 { return finish() }
    effects.append(.search(.filter(order)))
    return nil
  }

  /// Shows the items that an order has found.
  private mutating func finish() -> SnapshotChange? {
    guard let done = examination else { return nil }
    examination = nil
    let grown = done.grown.flatMap { _ in shown?.places.count }
    show(done.order.shown, of: done.source)
    let added = grown.map { $0..<(shown?.places.count ?? done.source.itemCount) }
    return change(by: added.map { ItemChanges(inserted: RangeSet($0)) }, with: done.news)
  }

  /// Shows the found items that are not gone.
  private mutating func show(_ found: PlaceSet, of source: AnyItemSnapshot) {
    let next = Shown(source, found, filter, without: sets.gone)
    shown = next.places.count == source.itemCount && !isOn ? nil : next
  }

  /// - Parameter news: the news of the source that come with the change, if any.
  func change(
    by changes: ItemChanges?, with news: SnapshotChange?
  ) -> SnapshotChange {
    let state = news ?? latest
    let items = shown.map { AnyItemSnapshot(FilteredSnapshot($0.source, showing: $0.places)) }
    return SnapshotChange(
      to: items ?? source, by: changes, reloaded: news?.reloaded ?? [],
      isComplete: state.isComplete,
      notice: news?.notice, withdrawnNotice: news?.withdrawnNotice, supply: supply(in: state),
      hasFailedPage: state.hasFailedPage)
  }

  /// The supply of more items, counted in shown ones.
  private func supply(in state: SnapshotChange) -> ItemSupply {
    guard case .onDemand(let pageItems, let behind) = state.supply, let shown else {
      return state.supply
    }
    let before = shown.places.rank(of: max(0, shown.source.itemCount - behind))
    return .onDemand(pageItems: pageItems, itemsBehind: shown.places.count - before)
  }
}

extension SnapshotChange {
  /// Both changes in one, of which nothing is known about places.
  fileprivate func following(_ earlier: SnapshotChange?) -> SnapshotChange {
    guard let earlier else { return self }
    return SnapshotChange(
      to: snapshot, by: nil, reloaded: earlier.reloaded + reloaded, isComplete: isComplete,
      notice: notice(after: earlier.notice), withdrawnNotice: withdrawnNotice, supply: supply,
      hasFailedPage: hasFailedPage)
  }
}
