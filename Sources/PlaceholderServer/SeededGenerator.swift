/// Random numbers that a seed and a text decide alone: equal in every run and on every machine.
///
/// Swift's own `Hasher` is seeded anew in every process. The text is hashed with 64-bit FNV-1a
/// (Fowler, Noll, Vo), the numbers come from SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64 = 0, text: String) {
    state = seed ^ 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
      state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
