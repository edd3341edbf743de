/// Median, 99th percentile and maximum of a set of durations or numbers.
package struct Percentiles<Value: Comparable & AdditiveArithmetic> {
  package let p50: Value
  package let p99: Value
  package let max: Value

  /// Exact, by the nearest-rank method, in O(n log n); all zero for an empty set.
  ///
  /// Inlinable, because other targets sort hundreds of durations per frame.
  @inlinable
  package init(_ values: some Sequence<Value>) {
    let sorted = values.sorted()
    func rank(_ percent: Int) -> Value {
      sorted.isEmpty ? .zero : sorted[(sorted.count * percent + 99) / 100 - 1]
    }
    p50 = rank(50)
    p99 = rank(99)
    max = sorted.last ?? .zero
  }
}
