/// A C library function that pure targets lack, exact to a part in 10¹².
extension Double {
  /// The logarithm to base 2 of a positive number.
  ///
  /// For the significand s it is 2 (t + t³/3 + t⁵/5 + …) / ln 2 with t = (s - 1) / (s + 1), at most 1/3.
  var binaryLogarithm: Double {
    let t = (significand - 1) / (significand + 1)
    let series = stride(from: 27, through: 1, by: -2).reduce(0.0) { $0 * t * t + 1 / Double($1) }
    return Double(exponent) + 2 * t * series * Self.binaryLogarithmOfE
  }

  /// The logarithm of e to base 2.
  static let binaryLogarithmOfE = 1.442_695_040_888_963_4
}
