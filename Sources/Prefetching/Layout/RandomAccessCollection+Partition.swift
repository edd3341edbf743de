extension RandomAccessCollection where Index == Int {
  /// The first index whose element is in the second part of a collection that has two, in O(log n).
  ///
  /// It is the end index where the second part is empty; a name of swift-algorithms.
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
