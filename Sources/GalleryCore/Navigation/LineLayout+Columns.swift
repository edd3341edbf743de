import GalleryItems
import Prefetching

extension LineLayout {
  /// The place of an item in its line.
  func column(of item: Int) -> Int { item - firstItem(ofLine: line(of: item)) }

  /// The item at a place of a line, or the last one of a line that is shorter.
  ///
  /// A line that the layout does not have stands for the nearest one that it has.
  func item(inColumn column: Int, ofLine line: Int) -> Int {
    let line = min(max(0, line), max(0, lineCount - 1))
    let items = items(inLines: line..<line + 1)
    return max(0, min(items.lowerBound + column, items.upperBound - 1))
  }

  /// The lines that a viewport shows from end to end; nil if there is none.
  func wholeLines(in viewport: Viewport) -> ClosedRange<Int>? {
    var first = line(at: viewport.offset)
    if offset(ofLine: first) < viewport.offset { first += 1 }
    // The line that ends behind this offset begins behind the end of the one wanted.
    let last = line(at: viewport.range.upperBound - lineLength)
    let isWhole = offset(ofLine: last) + lineLength <= viewport.range.upperBound
    let end = min(isWhole ? last : last - 1, lineCount - 1)
    return first <= end ? first...end : nil
  }
}

extension LayoutSections {
  /// The sections of the next snapshot, of which the first ones are the same, and the last ones but for their place.
  ///
  /// - Complexity: O(sections that are not the same).
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
