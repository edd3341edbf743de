import GalleryItems
import Prefetching

extension GrowingList {
  /// The number of bytes to search at a time, which takes few calls and little memory.
  private static let searchedBytes = 256 << 10

  /// Searches the text itself, and only creates items that may match.
  ///
  /// It holds no lock while it reads, so that a slow disk blocks nothing else.
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
      // The length of the last span is unknown.
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
