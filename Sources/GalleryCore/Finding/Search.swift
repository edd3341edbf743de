import GalleryItems
import Prefetching

/// A running background search.
struct Search: Hashable, Sendable {
  let order: SearchOrder
  var left: Int
  /// Whether items were inserted before others, removed or moved since it began.
  var isStale = false
  /// Whether it repeats a search because the items changed.
  ///
  /// A search is repeated only once, because items may change forever.
  let isRepeated: Bool

  init(_ order: SearchOrder, isRepeated: Bool) {
    self.order = order
    self.isRepeated = isRepeated
    left = order.left
  }

  var statusText: String {
    let percent = Int(100 * (1 - Double(left) / Double(order.itemCount)))
    return "searching “\(order.query.text)” \(percent) %, Esc stops"
  }
}

/// A search that continues in items not loaded yet, page by page.
struct OpenSearch: Hashable, Sendable {
  let query: CaptionQuery
  let direction: ScrollDirection
  /// The skipped places at the start, searched once all items are loaded.
  var passedOver = 0..<0
  /// The item count when the search began to wait; nil while it examines items.
  var awaitedBehind: Int?

  /// The message while waiting for items.
  var statusText: String? {
    awaitedBehind.map { "searching “\(query.text)”… \($0) items read · Esc stops" }
  }
}
