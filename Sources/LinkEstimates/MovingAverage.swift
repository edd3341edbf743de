/// An exponential moving average: the latest value counts one part in `divisor`.
package struct MovingAverage<Value: Averageable>: Hashable, Sendable {
  /// `nil` before the first value, which counts whole.
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

/// A quantity that has averages.
package protocol Averageable: AdditiveArithmetic, Hashable, Sendable {
  func divided(by divisor: Int) -> Self
}

extension Duration: Averageable {
  package func divided(by divisor: Int) -> Duration { self / divisor }
}

extension Double: Averageable {
  package func divided(by divisor: Int) -> Double { self / Double(divisor) }
}
