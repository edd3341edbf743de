import GalleryItems
import Prefetching

/// The search that is under way.
struct Search: Hashable, Sendable {
  let order: SearchOrder
  var left: Int
  /// Whether items have come before others, gone or moved since it began.
  var isStale = false
  /// Whether one began before it over other items.
  ///
  /// There is no third: items may come and go for ever.
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

/// A search that goes on in the items that are still to come, page by page.
struct OpenSearch: Hashable, Sendable {
  let query: CaptionQuery
  let direction: ScrollDirection
  /// The places from the first that are looked at once all items are there.
  var passedOver = 0..<0
  /// The items that were there at the latest news; nil while what is there is examined.
  var awaitedBehind: Int?

  /// What a person reads while items are awaited.
  var statusText: String? {
    awaitedBehind.map { "searching “\(query.text)”… \($0) items read · Esc stops" }
  }
}
