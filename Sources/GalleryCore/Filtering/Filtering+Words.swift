import GalleryItems

/// The filter in words.
extension Filtering {
  /// The traits to choose from, or the advance of an examination; nil without both.
  func statusText(selected: GalleryItem?) -> String? {
    if awaitsTrait {
      return "only: "
        + ItemFilter.traits.map { "\($0.key) \($0.title(for: selected))" }.joined(separator: " · ")
    }
    guard let order = examination?.order, order.placeCount > 0 else { return nil }
    return "filtering \(100 - 100 * order.left / order.placeCount) %, Esc stops"
  }

  /// The filter and the number of hidden items, for the status line; nil while all are shown.
  var figure: String? {
    guard let shown, !shown.filter.isEmpty else { return nil }
    return "\(shown.filter.words): \(hiddenCount) hidden"
  }

  /// The line in place of the items when all are hidden; nil otherwise.
  var emptyText: String? {
    guard let shown, shown.places.count == 0, shown.source.itemCount > 0 else { return nil }
    if shown.filter.isEmpty { return "all pictures were moved; u brings them back" }
    return "no picture matches \(shown.filter.words); Esc shows all \(hiddenCount)"
  }
}
