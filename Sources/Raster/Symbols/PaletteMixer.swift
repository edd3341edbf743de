/// Mixes colors that a palette lacks from those that it has.
///
/// Sixteen colors of the palette are found whose mean is the one that is wanted: each is the nearest
/// to that color and what those before it have left over (Knoll's pattern dithering). Ordered from
/// dark to bright, they are what the pixels of a square show in the order of their thresholds. Four such
/// mixtures share a square of 64 pixels, each begun with something else left over, so that what they
/// all leave over at the end evens out.
struct PaletteMixer {
  typealias Mixture = InlineArray<16, UInt8>

  private let palette: Palette
  /// The palette's colors from dark to bright.
  private let colors: [Color]
  /// The places in that order, by index of the palette.
  private let places: [UInt8]
  /// About how far colors of the palette are apart in each channel.
  let spacing: Int
  /// What the four mixtures begin with: adds up to nothing.
  private let seeds: [SIMD4<Int32>]
  private var mixture = Mixture(repeating: 0)

  init(_ palette: Palette) {
    self.palette = palette
    let order = palette.colors.indices.sorted { palette.colors[$0].luma < palette.colors[$1].luma }
    colors = order.map { palette.colors[$0] }
    var places = [UInt8](repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = UInt8(place) }
    self.places = places
    spacing = palette.colors.count > 16 ? 40 : 128
    let seed = Int32(spacing / 4)
    seeds = [
      SIMD4(seed, seed, seed, 0), SIMD4(seed, -seed, -seed, 0), SIMD4(-seed, seed, -seed, 0),
      SIMD4(-seed, -seed, seed, 0),
    ]
  }

  /// What a pixel of a color shows where its threshold has a rank of 64.
  @inline(__always)
  mutating func color(for pixel: UInt32, at rank: Int) -> Color {
    mix(pixel, seed: seeds[rank & 3])
    return colors[Int(mixture[rank >> 2 & 15])]
  }

  /// What two halves of a cell show, a dark one and a bright one, where the cell's threshold has a
  /// rank of 64: over all ranks their mean is the color.
  @inline(__always)
  mutating func pair(for pixel: UInt32, at rank: Int) -> (dark: Color, bright: Color) {
    mix(pixel, seed: seeds[rank & 3])
    let place = rank >> 3 & 7
    return (colors[Int(mixture[place])], colors[Int(mixture[place + 8])])
  }

  private mutating func mix(_ pixel: UInt32, seed: SIMD4<Int32>) {
    let nearest = palette.nearestIndex(to: Color(rawValue: pixel))
    if palette.colors[nearest].rawValue == pixel {
      mixture = Mixture(repeating: places[nearest])
      return
    }
    let wanted = SIMD4(
      Int32(pixel >> 16 & 255), Int32(pixel >> 8 & 255), Int32(pixel & 255), 0)
    var goal = wanted &+ seed
    for count in 0..<mixture.count {
      let clamped = goal.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
      let color = Color(
        rawValue: UInt32(clamped.x) << 16 | UInt32(clamped.y) << 8 | UInt32(clamped.z))
      let index = palette.nearestIndex(to: color)
      insert(places[index], after: count)
      let found = palette.colors[index]
      goal &+= wanted &- SIMD4(Int32(found.red), Int32(found.green), Int32(found.blue), 0)
    }
  }

  /// Inserts into the first `count` of the mixture, which are in order.
  @inline(__always)
  private mutating func insert(_ place: UInt8, after count: Int) {
    var index = count
    while index > 0, mixture[index - 1] > place {
      mixture[index] = mixture[index - 1]
      index -= 1
    }
    mixture[index] = place
  }
}

/// The order in which the pixels of an 8x8 square turn bright (Bayer, 1973).
enum OrderedThreshold {
  /// 0 to 63; any four neighbors in a square are 16 apart, give or take what tells squares apart.
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
