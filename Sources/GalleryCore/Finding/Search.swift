import GalleryItems

/// The search that is under way.
struct Search: Hashable, Sendable {
  let order: SearchOrder
  var left: Int
  /// Whether items have come, gone or moved since it began.
  var isStale = false

  init(_ order: SearchOrder) {
    self.order = order
    left = order.left
  }

  var statusText: String {
    let percent = (order.itemCount - left) * 100 / order.itemCount
    return "searching “\(order.query.text)” \(percent) %, Esc stops"
  }
}
