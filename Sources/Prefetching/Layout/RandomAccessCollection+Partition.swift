extension RandomAccessCollection where Index == Int {
  /// The first index whose element meets a condition met by all elements after it, in O(log n).
  ///
  /// It is the end index if no element meets the condition. The name is from swift-algorithms.
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
