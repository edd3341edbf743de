/// An exponential moving average: the latest value has the weight 1/`divisor`.
package struct MovingAverage<Value: Averageable>: Hashable, Sendable {
  /// The average; nil before the first value, which is the initial average.
  package private(set) var value: Value?
  private let divisor: Int

  /// - Parameter divisor: at least 1; with 1 the average is the latest value.
  package init(divisor: Int) {
    self.divisor = max(1, divisor)
  }

  package mutating func add(_ latest: Value) {
    value = value.map { $0 + (latest - $0).divided(by: divisor) } ?? latest
  }
}

/// A quantity that can be averaged.
package protocol Averageable: AdditiveArithmetic, Hashable, Sendable {
  func divided(by divisor: Int) -> Self
}

extension Duration: Averageable {
  package func divided(by divisor: Int) -> Duration { self / divisor }
}

extension Double: Averageable {
  package func divided(by divisor: Int) -> Double { self / Double(divisor) }
}
