/// The bits of a bitmap's pixel that hold one colour channel, or its alpha.
struct ChannelMask {
  private let mask: UInt32
  private let shift: UInt32
  /// The value from 0 to 255 for each content of the bits, of which the eight highest count.
  private let values: [UInt8]

  /// Nil for no bits at all.
  init?(_ mask: UInt32) {
    if mask == 0 { return nil }
    let lowest = mask.trailingZeroBitCount
    let bits = UInt32.bitWidth - mask.leadingZeroBitCount - lowest
    self.mask = mask
    shift = UInt32(lowest + max(0, bits - 8))
    let highest = Int(mask >> shift)
    values = (0...highest).map { UInt8(($0 * 255 + highest / 2) / highest) }
  }

  func value(of pixel: UInt32) -> UInt32 {
    UInt32(values[Int((pixel & mask) >> shift)])
  }
}
