/// An array that grows at its end without ever moving its elements.
///
/// An array that doubles would copy all of them, and hold them twice meanwhile.
struct ChunkedArray<Element> {
  private static var chunkCount: Int { 4_096 }

  /// All but the last are full.
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

  /// The number of the first elements that meet a condition, which none behind them meets.
  ///
  /// - Complexity: O(log n).
  func prefixCount(where isMet: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
