import GalleryItems
import Prefetching
import Raster

/// An order to find the items that a filter shows, with the places left to examine.
package struct FilterOrder: Hashable, Sendable {
  /// The number of the order, unique in the session.
  package let number: Int
  /// Whether files are read to examine items.
  package var readsFiles: Bool { filter.readsFiles }
  private let filter: ItemFilter
  /// The shapes of pictures that were loaded.
  private let shapes: [ItemID: PictureShape]
  /// The places that meet the conditions about sets, such as the marked ones.
  private let candidates: [Range<Int>]
  /// The index of the next range to examine, and the number of places examined in it.
  private var (next, offset) = (0, 0)
  /// The number of places to examine.
  let placeCount: Int
  /// The number of places not yet examined.
  package private(set) var left: Int
  /// The places found so far.
  private(set) var shown: PlaceSet
  /// The number of items that are not shown because their shape is not known.
  private(set) var unknownCount = 0

  /// - Parameters:
  ///   - candidates: the places to examine, behind those that are shown.
  ///   - shown: the places found by an earlier order.
  init(
    _ number: Int, for filter: ItemFilter, among candidates: RangeSet<Int>,
    behind shown: PlaceSet = PlaceSet(), shapes: [ItemID: PictureShape] = [:]
  ) {
    self.number = number
    self.filter = filter
    self.shapes = shapes
    self.candidates = Array(candidates.ranges)
    self.shown = shown
    placeCount = self.candidates.reduce(0) { $0 + $1.count }
    left = placeCount
  }

  /// Examines the next items.
  ///
  /// - Parameters:
  ///   - most: the number of items at most.
  ///   - info: reads the texts and the size of a picture, if the filter asks for them.
  package mutating func examine(
    _ most: Int, in items: AnyItemSnapshot, info: (GalleryItem) -> PictureInfo? = { _ in nil }
  ) {
    var most = most
    while most > 0, next < candidates.count {
      let range = candidates[next].dropFirst(offset).prefix(most)
      examine(range, in: items, info)
      most -= range.count
      left -= range.count
      offset += range.count
      if offset == candidates[next].count { (next, offset) = (next + 1, 0) }
    }
  }

  private mutating func examine(
    _ range: Range<Int>, in items: AnyItemSnapshot, _ info: (GalleryItem) -> PictureInfo?
  ) {
    guard filter.looksAtEach else { return shown.append(range) }
    let caption = filter.readsTexts ? nil : filter.text
    var rest = range
    while !rest.isEmpty {
      guard
        let place = caption.map({ items.firstMatch(of: $0, in: rest, .forward) })
          ?? rest.lowerBound
      else { return }
      if accepts(place, in: items, info) { shown.append(place..<place + 1) }
      rest = place + 1..<rest.upperBound
    }
  }

  private mutating func accepts(
    _ place: Int, in items: AnyItemSnapshot, _ info: (GalleryItem) -> PictureInfo?
  ) -> Bool {
    if let format = filter.format, items.format(at: place) != format { return false }
    guard filter.readsFiles else { return true }
    guard let item = items.item(atPlace: place) else { return false }
    if filter.readsTexts, filter.text?.matches(item, info) == false { return false }
    guard let wanted = filter.shape else { return true }
    let shape =
      shapes[items.id(at: place)] ?? (item.knownSize ?? info(item)?.size).map { PictureShape($0) }
    if shape == nil { unknownCount += 1 }
    return shape == wanted
  }
}

/// A report of an order that runs in the background.
package struct FilterNews: Hashable, Sendable {
  /// The order, as far as it was carried out.
  let order: FilterOrder

  package init(_ order: FilterOrder) { self.order = order }

  package var number: Int { order.number }

  /// Whether it is the last report.
  package var isEnd: Bool { order.left == 0 }
}
