import FoundationEssentials
import Prefetching

/// The identity of an item, which it keeps when other items are inserted, removed or moved.
package struct ItemID: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package init(integerLiteral value: Int) { rawValue = value }
}

/// A row of a table or a JSON list, as it is there.
package struct ItemRow: Hashable, Sendable {
  package let text: [UInt8]
  /// The names of the columns; nil without such a line.
  package let header: [UInt8]?

  package init(_ text: [UInt8], header: [UInt8]?) {
    self.text = text
    self.header = header
  }
}

/// The items of a gallery at one moment, in order.
///
/// A source that only grows at its end names items by their places, which is the default.
package protocol ItemSnapshot: GalleryDataSource<GalleryItem>, Sendable {
  /// The item at a place of the whole gallery, section after section.
  func id(at place: Int) -> ItemID

  /// The place of an item; nil if it is not there.
  func place(of id: ItemID) -> Int?

  /// The ids of the items at some places, as raw values.
  func ids(at places: RangeSet<Int>) -> RangeSet<Int>

  /// The places of the items with these ids, without those that are not there.
  func places(of ids: RangeSet<Int>) -> RangeSet<Int>

  /// The row of an item in its table or JSON list; nil, the default, if it has none.
  func row(at place: Int) -> ItemRow?

  /// The format of an item by the ending of its name; nil without a short one, and behind the last item.
  ///
  /// Any thread may ask. By default the item is made; sources know better.
  func format(at place: Int) -> String?

  /// The parts of the gallery that have a header each; none by default.
  var sections: any SnapshotSections { get }

  /// The order of the items; nil, the default, if no fact sorts them.
  var order: ItemOrder? { get }

  /// The place of the first item of a date, or of the nearest one behind it; nil, the default, if no date sorts the
  /// items.
  func place(of date: TypedDate) -> Int?

  /// The first place of a range, in a direction, whose item has a caption with a text.
  ///
  /// Any thread may search. By default every item is made; sources know better.
  func firstMatch(of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection)
    -> Int?
}

extension ItemSnapshot {
  /// The number of items in all sections.
  package var itemCount: Int {
    (0..<numberOfSections).reduce(0) { $0 + numberOfItems(inSection: $1) }
  }

  package func id(at place: Int) -> ItemID { ItemID(rawValue: place) }

  package func place(of id: ItemID) -> Int? { id.rawValue }

  package func ids(at places: RangeSet<Int>) -> RangeSet<Int> { places }

  package func places(of ids: RangeSet<Int>) -> RangeSet<Int> {
    ids.intersection(RangeSet(0..<itemCount))
  }

  package func row(at place: Int) -> ItemRow? { nil }

  package func format(at place: Int) -> String? { item(atPlace: place)?.format }

  /// The item at a place of the whole gallery; nil behind the last one.
  package func item(atPlace place: Int) -> GalleryItem? {
    var place = place
    for section in 0..<numberOfSections {
      let count = numberOfItems(inSection: section)
      if place < count { return item(at: [section, place]) }
      place -= count
    }
    return nil
  }

  package var sections: any SnapshotSections { NoSections() }

  package var order: ItemOrder? { nil }

  package func place(of date: TypedDate) -> Int? { nil }

  package func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? {
    var start = 0
    let sections = (0..<numberOfSections).map { section in
      defer { start += numberOfItems(inSection: section) }
      return (section, start..<start + numberOfItems(inSection: section))
    }
    for (section, range) in direction == .forward ? sections : sections.reversed() {
      let found = places.clamped(to: range).first(direction) {
        query.matches(item(at: [section, $0 - range.lowerBound]).caption)
      }
      if let found { return found }
    }
    return nil
  }
}

extension Range<Int> {
  /// The first element that meets a condition, looked at in a direction.
  package func first(_ direction: ScrollDirection, where isMet: (Int) -> Bool) -> Int? {
    switch direction {
    case .forward: first(where: isMet)
    case .backward: reversed().first(where: isMet)
    }
  }
}

/// A snapshot whose own type is hidden.
package struct AnyItemSnapshot: ItemSnapshot {
  private let base: any ItemSnapshot

  package init(_ base: some ItemSnapshot) { self.base = base }

  package var numberOfSections: Int { base.numberOfSections }

  package func numberOfItems(inSection section: Int) -> Int {
    base.numberOfItems(inSection: section)
  }

  package func item(at indexPath: IndexPath) -> GalleryItem { base.item(at: indexPath) }

  package func id(at place: Int) -> ItemID { base.id(at: place) }

  package func place(of id: ItemID) -> Int? { base.place(of: id) }

  package func ids(at places: RangeSet<Int>) -> RangeSet<Int> { base.ids(at: places) }

  package func places(of ids: RangeSet<Int>) -> RangeSet<Int> { base.places(of: ids) }

  package func row(at place: Int) -> ItemRow? { base.row(at: place) }

  package func format(at place: Int) -> String? { base.format(at: place) }

  package var sections: any SnapshotSections { base.sections }

  package var order: ItemOrder? { base.order }

  package func place(of date: TypedDate) -> Int? { base.place(of: date) }

  package func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? { base.firstMatch(of: query, in: places, direction) }
}

/// How more items of a source come.
package enum ItemSupply: Hashable, Sendable {
  /// By themselves, or not at all.
  case flowing
  /// Page by page, when they are asked for; the latest page had `pageItems`, and the next ones go before so many that
  /// are there already.
  case onDemand(pageItems: Int, itemsBehind: Int = 0)
  /// Only when they are asked for again: the latest page could not be read.
  case failed

  /// Whether more come when they are asked for.
  package var isOnDemand: Bool { if case .onDemand = self { true } else { false } }

  /// Whether more come behind all that are there.
  package var isOnDemandAtEnd: Bool {
    if case .onDemand(_, itemsBehind: 0) = self { true } else { false }
  }
}

/// The next snapshot of a source, and how its items come from those of the one before.
///
/// It equals only itself.
package final class SnapshotChange: Hashable, Sendable {
  package let snapshot: AnyItemSnapshot
  /// The inserted, removed and moved items; nil if any item may be anywhere, as after sorting.
  package let changes: ItemChanges?
  /// The number of sections that begin where they began before; those behind them may be others.
  package let keptSections: Int
  /// The number of sections at the end that are the same, behind as many items more or fewer.
  package let movedSections: Int
  /// The items that are there as before, but whose pictures have changed.
  ///
  /// Their addresses have changed too, so no cache answers with the old pictures.
  package let reloaded: [ItemID]
  /// Whether the source is read to its end; it may still change.
  package let isComplete: Bool
  /// A line for the person, if there is something to say.
  package let notice: String?
  /// A line that was told before and no longer holds, if there is one.
  package let withdrawnNotice: String?
  /// How more items come.
  package let supply: ItemSupply
  /// Whether a page could not be read; others may come all the same.
  package let hasFailedPage: Bool

  package init(
    to snapshot: some ItemSnapshot, by changes: ItemChanges?, keptSections: Int = 0,
    movedSections: Int = 0, reloaded: [ItemID] = [], isComplete: Bool = true, notice: String? = nil,
    withdrawnNotice: String? = nil, supply: ItemSupply = .flowing, hasFailedPage: Bool = false
  ) {
    self.snapshot = AnyItemSnapshot(snapshot)
    self.changes = changes
    self.keptSections = keptSections
    self.movedSections = movedSections
    self.reloaded = reloaded
    self.isComplete = isComplete
    self.notice = notice
    self.withdrawnNotice = withdrawnNotice
    self.supply = supply
    self.hasFailedPage = hasFailedPage || supply == .failed
  }

  /// Returns the new index of a former item; if it is gone, that of the next survivor, else the same index.
  package func place(of id: ItemID, from place: Int) -> Int {
    guard let changes else { return snapshot.place(of: id) ?? place }
    let nearest = changes.nearestPlace(of: place)
    return nearest < itemCount ? nearest : place
  }

  /// The number of items in the snapshot.
  package var itemCount: Int { snapshot.itemCount }

  /// The line for the person where they read another one, which may be several, joined by semicolons.
  package func notice(after former: String?) -> String? {
    if let notice { return notice }
    guard let former, let withdrawnNotice else { return former }
    let rest = "; \(former); ".replacing("; \(withdrawnNotice); ", with: "; ")
      .dropFirst(2).dropLast(2)
    return rest.isEmpty ? nil : String(rest)
  }

  package static func == (left: SnapshotChange, right: SnapshotChange) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The parts of a snapshot that have a header each, in order.
///
/// Only where they begin is known beforehand. Titles are made when they are asked for.
package protocol SnapshotSections: Sendable {
  /// The number of sections; 0 if the items are not parted. Then all items belong to one.
  var count: Int { get }

  /// The place of a section's first item: 0 for the first section, and more for each one behind it.
  func start(of section: Int) -> Int

  /// The places of the first items of some sections, for those who need many.
  func starts(of sections: Range<Int>) -> [Int]

  /// Returns the title of a section; nil if it has only a number.
  func title(of section: Int) -> String?
}

extension SnapshotSections {
  package func starts(of sections: Range<Int>) -> [Int] { sections.map(start) }
}

/// The sections of items that are not parted.
package struct NoSections: SnapshotSections {
  package let count = 0

  package init() {}

  package func start(of section: Int) -> Int { 0 }

  package func title(of section: Int) -> String? { nil }
}
