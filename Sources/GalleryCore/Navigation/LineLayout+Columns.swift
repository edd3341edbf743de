import GalleryItems
import Prefetching

extension LineLayout {
  /// The column of an item in its line.
  func column(of item: Int) -> Int { item - firstItem(ofLine: line(of: item)) }

  /// The item in a column of a line, or the last one of a shorter line.
  ///
  /// A line outside the layout is replaced by the nearest one.
  func item(inColumn column: Int, ofLine line: Int) -> Int {
    let line = min(max(0, line), max(0, lineCount - 1))
    let items = items(inLines: line..<line + 1)
    return max(0, min(items.lowerBound + column, items.upperBound - 1))
  }

  /// The lines completely visible in a viewport; nil if there are none.
  func wholeLines(in viewport: Viewport) -> ClosedRange<Int>? {
    var first = line(at: viewport.offset)
    if offset(ofLine: first) < viewport.offset { first += 1 }
    // The line that ends after this offset begins after the wanted one ends.
    let last = line(at: viewport.range.upperBound - lineLength)
    let isWhole = offset(ofLine: last) + lineLength <= viewport.range.upperBound
    let end = min(isWhole ? last : last - 1, lineCount - 1)
    return first <= end ? first...end : nil
  }
}

extension LayoutSections {
  /// The layout of the next snapshot's sections, reusing `kept` leading and `moved` trailing ones.
  ///
  /// - Complexity: O(changed sections).
  func following(
    _ sections: any SnapshotSections, keeping kept: Int = 0, moving moved: Int = 0
  ) -> LayoutSections {
    if sections.count == 0 { return .none }
    var next =
      isEmpty
      ? LayoutSections(starts: EmptyCollection(), headerLength: GalleryLayout.headerRows) : self
    let kept = min(kept, next.count, sections.count)
    let moved = min(max(0, moved), next.count - kept, sections.count - kept)
    let end = sections.count - moved
    next.replace(
      from: kept, with: sections.starts(of: kept..<max(kept, end)), moving: moved,
      by: moved == 0 ? 0 : sections.start(of: end) - next.start(of: next.count - moved))
    return next
  }
}
