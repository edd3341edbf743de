/// Mixes colors that a palette lacks from those that it has.
///
/// A mixture is sixteen colors of the palette whose mean is the wanted color. Each is nearest to
/// the wanted color plus the error of those before it (Knoll's pattern dithering). Sorted from dark
/// to bright, they go to the pixels of a square in the order of their thresholds. Four mixtures
/// share a square of 64 pixels; each starts with another error, so their last errors even out.
struct PaletteMixer {
  typealias Mixture = InlineArray<16, UInt8>

  private let palette: Palette
  /// The palette's colors from dark to bright.
  private let colors: [Color]
  /// The position in `colors` of each color of the palette, by its index.
  private let places: [UInt8]
  /// The approximate distance of the palette's colors in each channel.
  let spacing: Int
  /// The initial errors of the four mixtures, which add up to 0.
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

  /// The color that a pixel shows at a threshold's rank of 64.
  @inline(__always)
  mutating func color(for pixel: UInt32, at rank: Int) -> Color {
    mix(pixel, seed: seeds[rank & 3])
    return colors[Int(mixture[rank >> 2 & 15])]
  }

  /// The dark and the bright color of a cell at a threshold's rank of 64.
  ///
  /// Over all ranks, their mean is the color.
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

  /// Inserts a place into the first `count` of the mixture, which are sorted.
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
  /// The rank from 0 to 63; four pixels that form a square are about 16 apart.
  @inline(__always)
  static func rank(_ x: Int, _ y: Int) -> Int {
    let (across, both) = (x & 7, (x ^ y) & 7)
    // The bits of x xor y and of x alternate; the lowest ones become the most significant.
    return (both & 1) << 5 | (across & 1) << 4 | (both & 2) << 2 | (across & 2) << 1
      | (both & 4) >> 1 | (across & 4) >> 2
  }

  /// Whether a brightness from 0 to 255 is lit at a rank: 0 never is, 255 always.
  @inline(__always)
  static func isLit(_ luma: Int, at rank: Int) -> Bool {
    luma * 128 > (2 * rank + 1) * 255
  }
}
