import GalleryItems
import Prefetching

extension GrowingList {
  /// The text that is read at a time, so that a search takes few calls and hardly any memory.
  private static let searchedBytes = 256 << 10

  /// Reads the text itself, and makes only items that may be found.
  ///
  /// It takes no lock while it reads, so a slow disk holds up nothing else.
  package func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? {
    var left = places
    while let next = direction == .forward ? left.first : left.last,
      let (span, isLast, format) = searchBlock(with: next, direction, atMost: Self.searchedBytes)
    {
      let part = span.entries.clamped(to: left)
      left =
        direction == .forward
        ? part.upperBound..<left.upperBound : left.lowerBound..<part.lowerBound
      // The length of the last one is not known.
      let mayMatch =
        isLast || text.bytes(from: span.offset, count: span.bytes).withUnsafeBytes(query.mayMatch)
      guard mayMatch else { continue }
      let window = EntryWindow(span, of: text, by: format.scanner)
      let found = part.first(direction) { place in
        guard let entry = window.entry(place),
          entry.withUnsafeBytes({ query.mayMatch(format.captionBytes(of: $0)) }),
          let caption = caption(of: entry, in: format)
        else { return false }
        return query.matches(caption)
      }
      if let found { return found }
    }
    return nil
  }
}
