/// An append-only array that never moves its elements.
///
/// An ordinary array doubles its storage, which copies all elements and holds them twice meanwhile.
struct ChunkedArray<Element> {
  private static var chunkCount: Int { 4_096 }

  /// The chunks; all but the last are full.
  private var chunks: [[Element]] = []
  private(set) var count = 0

  /// - Complexity: O(1).
  mutating func append(_ element: Element) {
    if count.isMultiple(of: Self.chunkCount) {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkCount)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    chunks[index / Self.chunkCount][index % Self.chunkCount]
  }

  /// Returns the length of the longest prefix whose elements meet a condition that no later element meets.
  ///
  /// - Complexity: O(log *n*).
  func prefixCount(where isMet: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
