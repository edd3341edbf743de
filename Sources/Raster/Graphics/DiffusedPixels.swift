/// The pixels of a picture in a palette of its own, the error of each diffused to the next ones.
///
/// Errors go on by the weights of R. W. Floyd and L. Steinberg (1976), from left to right and back. A
/// color costs bytes where it is new: a strip defines it, and a band, six rows of a strip, gives it
/// sixels of its own. So a color that is there already is taken for a new one that is little better.
/// Only this type touches the memory.
struct DiffusedPixels: ~Copyable {
  private typealias Channels = NearestColors.Channels

  /// The part of an error that stays: two levels, because registers hold percents and skies stay
  /// smooth, and up to two more where the palette is coarse and the picture hides errors.
  private let kept: Channels

  /// The squared distance, in sixteenths of a level, that a new color of a band must save.
  private let bandPrice: Int32
  /// The same of a new color of a strip.
  private let stripPrice: Int32
  private let lookup: ColorLookup
  private let width: Int
  /// The errors that reach the current row, and those of the next one, each with a pixel at both
  /// ends.
  private var errors: UnsafeMutablePointer<Channels>
  private var nextErrors: UnsafeMutablePointer<Channels>
  /// The color of the current band that stands for each color that is new to it, or the color itself.
  private let substitutes: UnsafeMutablePointer<UInt8>
  /// The last band that has each color, counted from 1 over all strips.
  private let bands: UnsafeMutablePointer<Int32>
  private var band: Int32 = 0
  /// The first band of the current strip.
  private var firstBand: Int32 = 1

  /// An opaque picture in colors of its own.
  ///
  /// - Parameters:
  ///   - colors: the most colors, from 2 to 256.
  ///   - strip: the height of a strip in pixels.
  /// - Complexity: O(pixels).
  static func indexed(_ picture: PixelImage, colors: Int, strip: Int) -> IndexedPixels {
    picture.pixels.withUnsafeBufferPointer { pixels in
      let palette = PicturePalette(of: pixels, count: colors)
      let registers = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
        var diffusion = DiffusedPixels(palette, width: picture.size.width)
        diffusion.diffuse(pixels, strip: strip, to: target)
        count = pixels.count
      }
      return IndexedPixels(size: picture.size, registers: registers, colors: palette.colors)
    }
  }

  private init(_ palette: PicturePalette, width: Int) {
    lookup = ColorLookup(palette.colors.map(\.channels))
    kept = Channels(repeating: Int16(32 + min(32, 0.15 * palette.squaredError.squareRoot())))
    bandPrice = Int32(2.3 * palette.squaredError)
    stripPrice = Int32(4.6 * palette.squaredError)
    self.width = width
    errors = .allocate(capacity: width + 2)
    errors.initialize(repeating: .zero, count: width + 2)
    nextErrors = .allocate(capacity: width + 2)
    nextErrors.initialize(repeating: .zero, count: width + 2)
    substitutes = .allocate(capacity: palette.colors.count)
    substitutes.initialize(repeating: 0, count: palette.colors.count)
    bands = .allocate(capacity: palette.colors.count)
    bands.initialize(repeating: 0, count: palette.colors.count)
  }

  deinit {
    errors.deallocate()
    nextErrors.deallocate()
    substitutes.deallocate()
    bands.deallocate()
  }

  private mutating func diffuse(
    _ pixels: UnsafeBufferPointer<UInt32>, strip height: Int,
    to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    for y in 0..<pixels.count / width {
      if y % height % 6 == 0 { band += 1 }
      if y % height == 0 { firstBand = band }
      let row = y * width..<(y + 1) * width
      diffuse(
        UnsafeBufferPointer(rebasing: pixels[row]), step: y % 2 == 0 ? 1 : -1,
        to: UnsafeMutableBufferPointer(rebasing: target[row]))
      swap(&errors, &nextErrors)
    }
  }

  private func diffuse(
    _ row: UnsafeBufferPointer<UInt32>, step: Int, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let kept = kept
    // The errors for the next pixel, and for those below the last one and the next one.
    var (ahead, behind, below) = (Channels.zero, Channels.zero, Channels.zero)
    var x = step > 0 ? 0 : width - 1
    for _ in 0..<width {
      let bytes = unsafeBitCast(row[x], to: SIMD4<UInt8>.self)
      let here = Channels(truncatingIfNeeded: bytes) &<< 4 &+ errors[x &+ 1]
      let wanted = (here &+ ahead)
        .clamped(lowerBound: .zero, upperBound: Channels(repeating: NearestColors.opaque))
      let color = choose(for: wanted)
      target[x] = UInt8(truncatingIfNeeded: color)
      let error = wanted &- lookup.nearest.colors[color]
      let passed = error &- error.clamped(lowerBound: 0 &- kept, upperBound: kept)
      ahead = (passed &<< 3 &- passed) &>> 4
      nextErrors[x &+ 1 &- step] = behind &+ (passed &* 3) &>> 4
      behind = below &+ (passed &* 5) &>> 4
      below = passed &>> 4
      x &+= step
    }
    nextErrors[x &+ 1 &- step] = behind
  }

  /// The color of the palette for a pixel.
  @inline(__always)
  private func choose(for wanted: Channels) -> Int {
    let color = lookup.color(for: wanted)
    return bands[color] == band ? color : substitute(for: color, wanted)
  }

  /// A color that the band does not have yet, or one near it that is there already.
  @inline(never)
  private func substitute(for color: Int, _ wanted: Channels) -> Int {
    let isInStrip = bands[color] >= firstBand
    let own = lookup.nearest.distance(of: color, to: wanted)
    var least = own + (isInStrip ? bandPrice : stripPrice)
    var best = Int(substitutes[color])
    if bands[best] == band, lookup.nearest.distance(of: best, to: wanted) < least { return best }
    best = color
    let neighbors = lookup.nearest.neighbors + color * NearestColors.reach
    for index in 0..<lookup.nearest.neighborCount {
      // No later one is nearer than the best, by the triangle inequality.
      if neighbors[index].distance >= 2 &* (own &+ least) { break }
      let other = Int(neighbors[index].color)
      let isInBand = bands[other] == band
      if isInBand || (!isInStrip && bands[other] >= firstBand) {
        let cost = lookup.nearest.distance(of: other, to: wanted) + (isInBand ? 0 : bandPrice)
        if cost < least { (best, least) = (other, cost) }
      }
    }
    substitutes[color] = UInt8(truncatingIfNeeded: best)
    bands[best] = band
    return best
  }
}
