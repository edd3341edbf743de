/// Tables from a picture's values to amounts of light, and from there to sRGB's values.
///
/// Amounts run from 0 to 65,535. That tells every dark value from the next, and the sum of a row
/// fits 31 bits.
package struct LinearLight: Sendable {
  /// The light of sRGB's own values (IEC 61966-2-1).
  package static let sRGB = LinearLight()

  /// The amount of light of each of blue's 256 values, then of green's, then of red's.
  let amounts: [Int32]
  /// The value of sRGB nearest to each amount; with a `mixing`, its table.
  let values: [UInt8]
  /// The way to sRGB's primaries; nil where the picture has these.
  let mixing: PrimaryMixing?

  /// The light of the values of another color space.
  ///
  /// - Parameters:
  ///   - red, green, blue: the light of each of a channel's 256 values, from 0 to 1; anything else
  ///     counts as the nearer end.
  ///   - mixing: the way to sRGB's primaries; nil where the color space has these.
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

  /// The light of a value of sRGB, both from 0 to 1.
  package static func light(_ value: Double) -> Double {
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
