import FoundationEssentials
import GalleryItems
import Prefetching

/// The items of several sources, one source after the other.
struct JoinedSnapshot: ItemSnapshot {
  /// The items of one source.
  struct Part: Sendable {
    let items: AnyItemSnapshot
    /// The title of its sections; nil for pictures that are named individually.
    let title: String?

    var count: Int { items.numberOfItems(inSection: 0) }
  }

  /// The number of bits for an item's ID within its part.
  private static let localBits = 44

  let parts: [Part]
  /// The index of each part's first item, followed by the number of items.
  let starts: [Int]
  let joinedSections: JoinedSections

  init(_ parts: [Part]) {
    self.parts = parts
    var starts = [0]
    for part in parts {
      let (sum, overflow) = (starts.last ?? 0).addingReportingOverflow(part.count)
      starts.append(overflow ? .max : sum)
    }
    self.starts = starts
    joinedSections = JoinedSections(of: parts, starts: starts)
  }

  var numberOfSections: Int { parts.count }

  func numberOfItems(inSection section: Int) -> Int { parts[section].count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    parts[indexPath.section].items.item(at: IndexPath(item: indexPath.item, section: 0))
  }

  var sections: any SnapshotSections { joinedSections }

  /// The order inside all parts that have one; nil if these differ.
  var order: ItemOrder? {
    let orders = Set(parts.compactMap(\.items.order))
    return orders.count == 1 ? orders.first : nil
  }

  /// The first part that has items behind the date decides.
  func place(of date: TypedDate) -> Int? {
    var end: Int?
    for (number, part) in parts.enumerated() {
      guard let place = part.items.place(of: date) else { continue }
      if place < part.count { return starts[number] + place }
      end = starts[number] + place
    }
    return end
  }

  func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? {
    let order = direction == .forward ? Array(parts.indices) : parts.indices.reversed()
    for part in order {
      let (start, whole) = (starts[part], places.clamped(to: starts[part]..<starts[part + 1]))
      let local = whole.lowerBound - start..<whole.upperBound - start
      guard !whole.isEmpty,
        let place = parts[part].items.firstMatch(of: query, in: local, direction)
      else { continue }
      return start + place
    }
    return nil
  }

  func id(at place: Int) -> ItemID {
    guard let (part, local) = local(place) else { return ItemID(rawValue: place) }
    return Self.id(parts[part].items.id(at: local), inPart: part)
  }

  func place(of id: ItemID) -> Int? {
    let (part, local) = Self.local(id)
    guard parts.indices.contains(part), let place = parts[part].items.place(of: local),
      place < parts[part].count
    else { return nil }
    return starts[part] + place
  }

  func ids(at places: RangeSet<Int>) -> RangeSet<Int> {
    let there = places.intersection(RangeSet(0..<(starts.last ?? 0)))
    return joined(there, at: { starts[$0] }, to: { $0 << Self.localBits }) { $0.ids(at: $1) }
  }

  func places(of ids: RangeSet<Int>) -> RangeSet<Int> {
    joined(ids, at: { $0 << Self.localBits }, to: { starts[$0] }) { $0.places(of: $1) }
  }

  func row(at place: Int) -> ItemRow? {
    local(place).flatMap { parts[$0.part].items.row(at: $0.place) }
  }

  func format(at place: Int) -> String? {
    local(place).flatMap { parts[$0.part].items.format(at: $0.place) }
  }

  /// Returns the part that has an item, and its place there; nil behind the last one.
  private func local(_ place: Int) -> (part: Int, place: Int)? {
    let part = max(0, starts.partitioningIndex { $0 > place } - 1)
    return part < parts.count ? (part, place - starts[part]) : nil
  }

  /// Asks each part about its share of a set, and joins the answers.
  ///
  /// - Parameters:
  ///   - start: the number in the set at which a part begins.
  ///   - target: the number in the answer at which it begins.
  private func joined(
    _ set: RangeSet<Int>, at start: (Int) -> Int, to target: (Int) -> Int,
    _ answer: (AnyItemSnapshot, RangeSet<Int>) -> RangeSet<Int>
  ) -> RangeSet<Int> {
    var ranges: [Range<Int>] = []
    for (number, part) in parts.enumerated() {
      let (first, end) = (start(number), number + 1 < parts.count ? start(number + 1) : Int.max)
      let mine = set.intersection(RangeSet(first..<end)).moved(by: -first)
      ranges += answer(part.items, mine).moved(by: target(number)).ranges
    }
    return RangeSet(ranges)
  }

  /// Returns the part of an item, and its ID there.
  static func local(_ id: ItemID) -> (part: Int, id: ItemID) {
    (id.rawValue >> localBits, ItemID(rawValue: id.rawValue & ((1 << localBits) - 1)))
  }

  static func id(_ local: ItemID, inPart part: Int) -> ItemID {
    ItemID(rawValue: part << localBits | local.rawValue & ((1 << localBits) - 1))
  }
}

extension RangeSet<Int> {
  fileprivate func moved(by distance: Int) -> RangeSet {
    RangeSet(ranges.lazy.map { $0.lowerBound + distance..<$0.upperBound + distance })
  }
}

/// The sections of several sources: those of each source, or one for a source without sections.
///
/// Consecutive individual pictures form one section. If there are only such pictures, there are no sections.
struct JoinedSections: SnapshotSections {
  /// A part of the sources with sections.
  private struct Run: Sendable {
    /// The index of its first section.
    let first: Int
    let start: Int
    let part: Int
    let title: String?
    let inner: any SnapshotSections
  }

  private var runs: [Run] = []
  private(set) var count = 0

  init(of parts: [JoinedSnapshot.Part], starts: [Int]) {
    guard parts.count == 1 || parts.contains(where: { $0.title != nil }) else { return }
    for (number, part) in parts.enumerated() where part.count > 0 {
      let isMore = runs.last.map { $0.title == nil } == true && part.title == nil
      if isMore { continue }
      let inner = part.items.sections
      // A single source has its own sections, or none.
      if parts.count == 1, inner.count == 0 { return }
      runs.append(
        Run(
          first: count, start: starts[number], part: number,
          title: parts.count == 1 ? nil : part.title, inner: inner))
      count += max(1, inner.count)
    }
  }

  func start(of section: Int) -> Int {
    let run = run(of: section)
    return run.inner.count == 0 ? run.start : run.start + run.inner.start(of: section - run.first)
  }

  func starts(of sections: Range<Int>) -> [Int] {
    guard let first = sections.first else { return [] }
    let run = run(of: first)
    let end = run.first + max(1, run.inner.count)
    guard run.inner.count > 0, sections.upperBound <= end else { return sections.map(start) }
    let inner = sections.lowerBound - run.first..<sections.upperBound - run.first
    return run.inner.starts(of: inner).map { run.start + $0 }
  }

  func title(of section: Int) -> String? {
    let run = run(of: section)
    guard run.inner.count > 0 else { return run.title ?? "single pictures" }
    let number = section - run.first
    let inner = run.inner.title(of: number)
    guard let title = run.title else { return inner }
    let isWhole = inner.map { number == 0 && "/\(title)".hasSuffix("/\($0)") } ?? false
    return isWhole ? title : "\(title): \(inner ?? "group \(number + 1)")"
  }

  /// Returns the number of sections before a part.
  func count(beforePart part: Int) -> Int {
    let next = runs.partitioningIndex { $0.part >= part }
    return next < runs.count ? runs[next].first : count
  }

  private func run(of section: Int) -> Run {
    runs[max(0, runs.partitioningIndex { $0.first > section } - 1)]
  }
}
