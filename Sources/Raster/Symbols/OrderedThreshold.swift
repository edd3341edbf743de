/// The order in which the pixels of an 8x8 square turn bright (Bayer, 1973).
enum OrderedThreshold {
  /// 0 to 63; any four neighbours in a square are 16 apart, give or take what tells squares apart.
  @inline(__always)
  static func rank(_ x: Int, _ y: Int) -> Int {
    let (across, both) = (x & 7, (x ^ y) & 7)
    // the bits of x xor y and of x, in turn, the lowest first to be the most significant
    return (both & 1) << 5 | (across & 1) << 4 | (both & 2) << 2 | (across & 2) << 1
      | (both & 4) >> 1 | (across & 4) >> 2
  }

  /// Whether a brightness of 0 to 255 is lit at a rank: 0 never is, 255 always.
  @inline(__always)
  static func isLit(_ luma: Int, at rank: Int) -> Bool {
    luma * 128 > (2 * rank + 1) * 255
  }
}
