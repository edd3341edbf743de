/// Functions of a C library, which the pure targets lack; they are exact to a part in 10¹².
extension Double {
  /// The logarithm to base 2 of a number above zero.
  ///
  /// Of the significand s it is 2 (t + t³/3 + t⁵/5 + …) / ln 2 with t = (s - 1) / (s + 1), at most 1/3.
  var binaryLogarithm: Double {
    let t = (significand - 1) / (significand + 1)
    let series = stride(from: 27, through: 1, by: -2).reduce(0.0) { $0 * t * t + 1 / Double($1) }
    return Double(exponent) + 2 * t * series * Self.logE2
  }

  /// 2 to the power of this number.
  var powerOfTwo: Double {
    let whole = rounded()
    let x = (self - whole) / Self.logE2
    let power = stride(from: 16, through: 1, by: -1).reduce(1.0) { 1 + $0 * x / Double($1) }
    return Double(sign: .plus, exponent: Int(whole), significand: power)
  }

  /// The logarithm of e to base 2.
  private static let logE2 = 1.442_695_040_888_963_4
}

extension [Double] {
  /// The geometric mean of numbers that are not negative; nil without numbers.
  var geometricMean: Double? {
    if isEmpty { return nil }
    if contains(0) { return 0 }
    return (map(\.binaryLogarithm).reduce(0, +) / Double(count)).powerOfTwo
  }
}
