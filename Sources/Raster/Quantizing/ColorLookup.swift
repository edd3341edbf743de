/// The nearest colors of a palette, remembered for parts of the color space.
///
/// A part is four levels wide in each channel. Its color is the one nearest to its middle, which is
/// near enough where the error is diffused. Only this type touches the memory.
struct ColorLookup: ~Copyable {
  let nearest: NearestColors
  /// The color of each of 64 * 64 * 64 parts, or `none` where it was never asked for.
  private let parts: UnsafeMutablePointer<Int16>
  /// The last color that was found in each of 16 * 16 * 16 regions of parts.
  private let guesses: UnsafeMutablePointer<UInt8>

  private static let none: Int16 = -1

  /// - Precondition: as for `NearestColors`.
  init(_ palette: [NearestColors.Channels]) {
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
    let part = Int(other.x >> 6) | Int(other.y >> 6) << 6 | Int(other.z >> 6) << 12
    let known = parts[part]
    return known == Self.none ? find(part, for: other) : Int(known)
  }

  @inline(never)
  private func find(_ part: Int, for other: NearestColors.Channels) -> Int {
    let middle = other & -64 | 32
    let region = Int(other.x >> 8) | Int(other.y >> 8) << 4 | Int(other.z >> 8) << 8
    let color = nearest.nearest(to: middle, from: Int(guesses[region]))
    guesses[region] = UInt8(truncatingIfNeeded: color)
    parts[part] = Int16(truncatingIfNeeded: color)
    return color
  }
}
