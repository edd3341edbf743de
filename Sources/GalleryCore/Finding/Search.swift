import GalleryItems

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
