import Prefetching

/// A C library function that pure targets lack, exact to a part in 10¹².
extension Double {
  /// 2 to the power of this number.
  var powerOfTwo: Double {
    let whole = rounded()
    let x = (self - whole) / Self.binaryLogarithmOfE
    let power = stride(from: 16, through: 1, by: -1).reduce(1.0) { 1 + $0 * x / Double($1) }
    return Double(sign: .plus, exponent: Int(whole), significand: power)
  }
}

extension [Double] {
  /// The geometric mean of nonnegative numbers; nil without numbers.
  var geometricMean: Double? {
    if isEmpty { return nil }
    if contains(0) { return 0 }
    return (map(\.binaryLogarithm).reduce(0, +) / Double(count)).powerOfTwo
  }
}
