/// Tables from gamma-encoded values to amounts of light and back (sRGB, IEC 61966-2-1).
///
/// Amounts run from 0 to 65,535. That tells every dark value from the next, and the sum of a row
/// fits 31 bits.
struct LinearLight: Sendable {
  static let sRGB = LinearLight()

  /// The amount of light of each of the 256 values.
  let amounts: [Int32]
  /// The value nearest to each amount.
  let values: [UInt8]

  private init() {
    func amount(_ value: Double) -> Int { Int((65_535 * Self.light(value / 255)).rounded()) }
    amounts = (0...255).map { Int32(amount(Double($0))) }
    values = (0...255).flatMap { value in
      let first = value == 0 ? 0 : amount(Double(value) - 0.5)
      let end = value == 255 ? 65_536 : amount(Double(value) + 0.5)
      return repeatElement(UInt8(value), count: end - first)
    }
  }

  /// The light of a value, both from 0 to 1.
  private static func light(_ value: Double) -> Double {
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // To the power of 2.4: a square, and the square of a fifth root.
    let root = fifthRoot(base)
    return base * base * root * root
  }

  /// Newton's method from above, which converges for every number up to 1.
  private static func fifthRoot(_ number: Double) -> Double {
    var root = 1.0
    for _ in 0..<30 {
      let fourth = root * root * root * root
      root -= (root * fourth - number) / (5 * fourth)
    }
    return root
  }
}
