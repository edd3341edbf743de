/// Tables from a picture's encoded values to linear light, and from linear light to sRGB.
///
/// Light runs from 0 to 65,535, which keeps dark values apart and lets the sum of a row fit 31
/// bits.
package struct LinearLight: Sendable {
  /// The table of sRGB itself (IEC 61966-2-1).
  package static let sRGB = LinearLight()

  /// The amount of light of each of blue's 256 values, then of green's, then of red's.
  let amounts: [Int32]
  /// The sRGB value nearest to each amount; with `mixing`, the table of `PrimaryMixing`.
  let values: [UInt8]
  /// The conversion to sRGB's primaries; nil if the picture has them.
  let mixing: PrimaryMixing?

  /// Makes the tables of another color space.
  ///
  /// - Parameters:
  ///   - red, green, blue: the light of each of a channel's 256 values, from 0 to 1; anything else
  ///     counts as the nearer end.
  ///   - mixing: the conversion to sRGB's primaries; nil if the color space has them.
  package init(red: [Double], green: [Double], blue: [Double], mixing: PrimaryMixing?) {
    let channels = [blue, green, red]
    precondition(channels.allSatisfy { $0.count == 256 }, "a channel has 256 values")
    amounts = channels.joined().map { $0 > 0 ? Int32((65_535 * min($0, 1)).rounded()) : 0 }
    values = mixing == nil ? Self.sRGB.values : PrimaryMixing.values
    self.mixing = mixing
  }

  private init() {
    let light = (0...255).map { Int32(Self.amount(Double($0))) }
    amounts = light + light + light
    values = (0...255).flatMap { value in
      let first = value == 0 ? 0 : Self.amount(Double(value) - 0.5)
      let end = value == 255 ? 65_536 : Self.amount(Double(value) + 0.5)
      return repeatElement(UInt8(value), count: end - first)
    }
    mixing = nil
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
