/// Median, 99th percentile and maximum of a set of numbers.
struct Distribution: Equatable {
  let p50, p99, max: Double
  let isEmpty: Bool

  /// Exact, by the nearest-rank method; all zero for an empty set.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    func rank(_ percent: Int) -> Double {
      sorted.isEmpty ? 0 : sorted[(sorted.count * percent + 99) / 100 - 1]
    }
    isEmpty = sorted.isEmpty
    (p50, p99, max) = (rank(50), rank(99), sorted.last ?? 0)
  }

  init(milliseconds durations: [Duration]) {
    self.init(durations.map { $0 / .milliseconds(1) })
  }
}
