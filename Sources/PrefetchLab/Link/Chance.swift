/// What a seed, a picture and a purpose decide alone, in whatever order they are asked.
///
/// SplitMix64's mixing function (Steele, Lea and Flood, 2014).
struct Chance: Hashable, Sendable {
  let seed: UInt64

  /// From 0 to below 1.
  func value(of item: Int, _ purpose: UInt64) -> Double {
    var mixed = seed &+ 0x9E37_79B9_7F4A_7C15 &* (UInt64(bitPattern: Int64(item)) &+ 1)
    mixed = Self.mix(mixed ^ Self.mix(purpose &+ 0x9E37_79B9_7F4A_7C15))
    return Double(mixed >> 11) * 0x1p-53
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
