/// A seeded random number generator with the same numbers in every run and on every machine.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// Creates a generator with a seed.
  package init(seed: UInt64) { state = seed }

  /// Creates a generator with a seed and a text.
  ///
  /// The text is hashed with 64-bit FNV-1a (Fowler, Noll, Vo), because Swift's own `Hasher` has a
  /// different seed in every process.
  package init(seed: UInt64 = 0, text: String) {
    state = seed ^ 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
      state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  /// Returns a hash of a number: equally distributed, and different for each number.
  package static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
