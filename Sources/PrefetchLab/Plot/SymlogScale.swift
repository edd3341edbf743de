/// A scale that is linear up to a value and logarithmic beyond it, so that zero has a place.
struct SymlogScale {
  /// Up to here it is nearly linear.
  let knee: Double
  let range: ClosedRange<Double>

  /// Holds all values, with some air around them; what is spread over less than a factor of 1.3 is given that.
  ///
  /// - Parameter startsAtZero: whether zero is on it whatever the values.
  init(_ values: [Double], knee: Double, startsAtZero: Bool) {
    self.knee = knee
    let least = startsAtZero ? 0 : values.min() ?? 0
    let most = max(values.max() ?? 0, least * 1.3, least + knee / 4)
    let air = 0.06 * (Self.bend(most / knee) - Self.bend(least / knee))
    let low = startsAtZero ? 0 : Self.unbend(Self.bend(least / knee) - air) * knee
    range = low...Self.unbend(Self.bend(most / knee) + air) * knee
  }

  /// From 0 to 1 for what is in the range.
  func position(of value: Double) -> Double {
    let low = Self.bend(range.lowerBound / knee)
    let high = Self.bend(range.upperBound / knee)
    return (Self.bend(value / knee) - low) / (high - low)
  }

  /// Round numbers in the range, at least a `gap` from each other; the more telling ones are chosen first.
  func ticks(gap: Double) -> [Double] {
    var ticks: [Double] = []
    let decades = (-4..<12).map { exponent in
      (0..<abs(exponent)).reduce(1.0) { power, _ in exponent < 0 ? power / 10 : power * 10 }
    }
    let digits = [1, 3, 2, 5, 1.5, 7, 4, 6, 1.2]
    let candidates: [Double] = [0] + digits.flatMap { digits in decades.map { $0 * digits } }
    for value in candidates where range.contains(value) {
      let place = position(of: value)
      if ticks.allSatisfy({ abs(position(of: $0) - place) >= gap }) { ticks.append(value) }
    }
    return ticks.sorted()
  }

  private static func bend(_ value: Double) -> Double { (1 + max(0, value)).binaryLogarithm }

  private static func unbend(_ value: Double) -> Double { max(0, value.powerOfTwo - 1) }
}
