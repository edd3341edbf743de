/// Tables from sRGB values to linear light, and back (IEC 61966-2-1).
///
/// Light runs from 0 to 65,535, which keeps dark values apart and lets the sum of a row fit 31
/// bits.
package struct LinearLight: Sendable {
  static let sRGB = LinearLight()

  /// The amount of light of each of the 256 values.
  let amounts: [Int32]
  /// The value nearest to each amount.
  let values: [UInt8]

  private init() {
    amounts = (0...255).map { Int32(Self.amount(Double($0))) }
    values = (0...255).flatMap { value in
      let first = value == 0 ? 0 : Self.amount(Double(value) - 0.5)
      let end = value == 255 ? 65_536 : Self.amount(Double(value) + 0.5)
      return repeatElement(UInt8(value), count: end - first)
    }
  }

  private static func amount(_ value: Double) -> Int {
    Int((65_535 * light(value / 255)).rounded())
  }

  /// The linear light of an sRGB value, both from 0 to 1.
  package static func light(_ value: Double) -> Double {
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // The power of 2.4 is the square times the square of the fifth root.
    let root = fifthRoot(base)
    return base * base * root * root
  }

  /// The fifth root by Newton's method from above, which converges for every number up to 1.
  private static func fifthRoot(_ number: Double) -> Double {
    var root = 1.0
    for _ in 0..<30 {
      let fourth = root * root * root * root
      root -= (root * fourth - number) / (5 * fourth)
    }
    return root
  }
}
