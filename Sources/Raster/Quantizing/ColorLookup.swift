/// The nearest colors of a palette, remembered for parts of the color space.
///
/// A part is four levels wide in each channel, eight where colors are far apart. Its color is near to
/// its middle, which is near enough where the error is diffused. Only this type touches the memory.
struct ColorLookup: ~Copyable {
  let nearest: NearestColors
  /// The color of each of 64 * 64 * 64 parts, or `none` where it was never asked for; those of a
  /// region stand side by side.
  private let parts: UnsafeMutablePointer<Int16>
  /// The last color that was found in each of 16 * 16 * 16 regions of parts.
  private let guesses: UnsafeMutablePointer<UInt8>

  /// The width of a part in sixteenths of a level, as a mask of bits, and its middle.
  private let mask: NearestColors.Channels
  private let middle: NearestColors.Channels

  private static let none: Int16 = -1

  /// - Parameter isCoarse: whether parts are eight levels wide.
  /// - Precondition: as for `NearestColors`.
  init(_ palette: [NearestColors.Channels], isCoarse: Bool = false) {
    mask = NearestColors.Channels(repeating: isCoarse ? -128 : -64)
    middle = NearestColors.Channels(repeating: isCoarse ? 64 : 32)
    nearest = NearestColors(palette)
    parts = .allocate(capacity: 1 << 18)
    parts.initialize(repeating: Self.none, count: 1 << 18)
    guesses = .allocate(capacity: 1 << 12)
    guesses.initialize(repeating: 0, count: 1 << 12)
  }

  deinit {
    parts.deallocate()
    guesses.deallocate()
  }

  /// The color of the palette for another one, whose channels are from 0 to `opaque`.
  @inline(__always)
  func color(for other: NearestColors.Channels) -> Int {
    let part = Self.part(of: other & mask)
    let known = parts[part]
    return known == Self.none ? find(part, for: other) : Int(known)
  }

  /// The number of a part: twelve bits of its region, then six of its own.
  ///
  /// A product moves the bits of three channels together.
  @inline(__always)
  private static func part(of color: NearestColors.Channels) -> Int {
    let channels = unsafeBitCast(color, to: UInt64.self)
    let regions = (channels >> 8 & 0xF_000F_000F) &* (1 << 32 | 1 << 20 | 1 << 8)
    let places = (channels >> 6 & 0x3_0003_0003) &* (1 << 32 | 1 << 18 | 1 << 4)
    return Int(regions >> 26 & 0x3_FFC0 | places >> 32 & 0x3F)
  }

  @inline(never)
  private func find(_ part: Int, for other: NearestColors.Channels) -> Int {
    let middle = other & mask | middle
    let region = part >> 6
    let color = nearest.near(to: middle, from: Int(guesses[region]))
    guesses[region] = UInt8(truncatingIfNeeded: color)
    parts[part] = Int16(truncatingIfNeeded: color)
    return color
  }
}
