/// A cache of nearest palette colors, by cells of the color space.
///
/// A part is four levels wide per channel, or eight if the palette's colors are far apart. Its color is the nearest to
/// about its middle, which suffices because errors are diffused. Only this type touches the memory.
struct ColorLookup: ~Copyable {
  /// The cached color of each part.
  ///
  /// It is separate from the search, so that a loop keeps it in registers.
  struct Parts {
    fileprivate let colors: UnsafeMutablePointer<UInt8>
    /// The exponent of the width of a part in sixteenths of a level.
    fileprivate let bits: UInt64
    /// The mark of an unknown part.
    ///
    /// As a color, 255 is the rarest of a full palette, so searching for it each time costs little.
    fileprivate static let none: UInt8 = 255

    fileprivate init(isCoarse: Bool) {
      bits = isCoarse ? 7 : 6
      let count = isCoarse ? 1 << 17 : 1 << 18
      colors = .allocate(capacity: count)
      colors.initialize(repeating: Self.none, count: count)
    }

    /// The index of a color's part: six bits per channel.
    @inline(__always)
    fileprivate func part(of color: NearestColors.Channels) -> Int {
      let channels = unsafeBitCast(color, to: UInt64.self) &>> bits
      return Int(channels & 0x3F | channels >> 10 & 0xFC0 | channels >> 20 & 0x3_F000)
    }
  }

  let nearest: NearestColors
  let parts: Parts
  /// The last color found in each region, four parts wide.
  private let guesses: UnsafeMutablePointer<UInt8>

  /// - Parameter isCoarse: whether parts are eight levels wide.
  /// - Precondition: as for `NearestColors`.
  init(_ palette: [NearestColors.Channels], isCoarse: Bool = false) {
    nearest = NearestColors(palette)
    parts = Parts(isCoarse: isCoarse)
    guesses = .allocate(capacity: 1 << 12)
    guesses.initialize(repeating: 0, count: 1 << 12)
  }

  deinit {
    parts.colors.deallocate()
    guesses.deallocate()
  }

  /// The index of the palette color for another color, whose channels are from 0 to `opaque`.
  ///
  /// - Parameter parts: the `parts` of this lookup.
  @inline(__always)
  func color(for other: NearestColors.Channels, in parts: Parts) -> Int {
    let part = parts.part(of: other)
    let known = parts.colors[part]
    return known == Parts.none ? find(part, for: other) : Int(known)
  }

  @inline(never)
  private func find(_ part: Int, for other: NearestColors.Channels) -> Int {
    let half: Int16 = 1 &<< Int16(parts.bits &- 1)
    let middle = other & NearestColors.Channels(repeating: 0 &- 2 &* half) | half
    let region = part >> 2 & 0xF | part >> 4 & 0xF0 | part >> 6 & 0xF00
    let color = nearest.near(to: middle, from: Int(guesses[region]))
    guesses[region] = UInt8(truncatingIfNeeded: color)
    parts.colors[part] = UInt8(truncatingIfNeeded: color)
    return color
  }
}
