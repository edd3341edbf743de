/// A picture's pixels in its own palette, with error diffusion.
///
/// The weights are those of R. W. Floyd and L. Steinberg (1976), from left to right. Each pixel depends on the one
/// before, so four rows are interleaved, each two pixels behind the row above, for instruction-level parallelism. Only
/// this type touches the memory.
struct DiffusedPixels: ~Copyable {
  private typealias Channels = NearestColors.Channels

  /// How far a pixel may be from the wanted color, in sixteenths of a level.
  private struct Tolerance {
    /// The error per channel that is not diffused.
    ///
    /// The fourth lane holds a color's number, so it is not diffused.
    let kept: Channels
    /// The additional error, summed over channels, at which a pixel repeats the color before it.
    ///
    /// A change of color costs a byte in sixels. The additional error is diffused too, so dots become longer and fewer.
    let slack: Channels

    /// Ignores an error of two levels: registers hold percents, and skies stay smooth.
    ///
    /// Coarse palettes ignore more where the picture hides errors. In a gradient, long dots look like streaks, so it
    /// ignores more and repeats fewer colors.
    ///
    /// - Parameter error: the mean distance of pixels from their colors.
    init(error: Float, isGradient: Bool) {
      var kept = Channels(repeating: Int16(32 + (isGradient ? 42 : min(64, 0.15 * error))))
      kept.w = .max
      self.kept = kept
      slack = Channels(repeating: Int16(min(4_096, error * (isGradient ? 0.5 : 1.15))))
    }
  }

  /// The roughness below which a picture is a gradient; photographs have at least three levels.
  private static let roughest: Float = 2

  /// The error above which a palette is coarse, in sixteenths of a level.
  private static let coarsest: Float = 40

  private let tolerance: Tolerance
  private let lookup: ColorLookup
  private let width: Int
  /// The errors carried to each pixel of the row; the first element is unused.
  private let errors: UnsafeMutablePointer<Channels>

  /// Quantizes an opaque picture to a palette of its own.
  ///
  /// - Parameter colors: the most colors, from 2 to 256.
  /// - Complexity: O(pixels).
  static func indexed(_ picture: PixelImage, colors: Int) -> IndexedPixels {
    picture.pixels.withUnsafeBufferPointer { pixels in
      let palette = PicturePalette(of: pixels, count: colors)
      let registers = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
        let width = picture.size.width
        let isGradient = roughness(of: pixels, width: width) < roughest
        DiffusedPixels(palette, isGradient: isGradient, width: width).diffuse(pixels, to: target)
        count = pixels.count
      }
      return IndexedPixels(size: picture.size, registers: registers, colors: palette.colors)
    }
  }

  private init(_ palette: PicturePalette, isGradient: Bool, width: Int) {
    let error = palette.squaredError.squareRoot()
    tolerance = Tolerance(error: error, isGradient: isGradient)
    lookup = ColorLookup(
      palette.colors.map(\.channels), isCoarse: error > Self.coarsest)
    self.width = width
    errors = .allocate(capacity: width + 1)
    errors.initialize(repeating: .zero, count: width + 1)
  }

  deinit { errors.deallocate() }

  /// The mean difference of horizontal neighbors, in levels summed over the channels.
  ///
  /// - Complexity: O(pixels), one row in sixteen.
  private static func roughness(of pixels: UnsafeBufferPointer<UInt32>, width: Int) -> Float {
    var (sum, count) = (0, 0)
    for start in stride(from: 0, to: pixels.count, by: 16 * width) {
      for place in start + 1..<start + width {
        let one = unsafeBitCast(pixels[place], to: SIMD4<UInt8>.self)
        let other = unsafeBitCast(pixels[place &- 1], to: SIMD4<UInt8>.self)
        let difference =
          SIMD4<Int16>(truncatingIfNeeded: one) &- SIMD4<Int16>(truncatingIfNeeded: other)
        let sign = difference &>> 15
        sum += Int(((difference ^ sign) &- sign).wrappedSum())
      }
      count += width - 1
    }
    return Float(sum) / Float(max(1, count))
  }

  private func diffuse(
    _ pixels: UnsafeBufferPointer<UInt32>, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let count = pixels.count
    guard let pixels = pixels.baseAddress, let start = target.baseAddress else { return }
    let loop = Loop(
      width: width, errors: errors, tolerance: tolerance, parts: lookup.parts,
      colors: lookup.nearest.colors)
    for place in stride(from: 0, to: count, by: 4 * width) {
      let row = Row(pixels: pixels + place, target: start + place)
      let rows = min(4, (count - place) / width)
      let front = Front(from: loop.colors[0])
      var (first, second, third, fourth) = (front, front, front, front)
      for step in 0..<width + 2 * (rows - 1) {
        pass(step, 0, rows, row, &first, loop)
        pass(step, 1, rows, row, &second, loop)
        pass(step, 2, rows, row, &third, loop)
        pass(step, 3, rows, row, &fourth, loop)
      }
    }
  }

  /// The values that a loop keeps in registers.
  private struct Loop {
    let width: Int
    let errors: UnsafeMutablePointer<Channels>
    let tolerance: Tolerance
    let parts: ColorLookup.Parts
    let colors: UnsafeMutablePointer<Channels>
  }

  /// The first of the interleaved rows.
  private struct Row {
    let pixels: UnsafePointer<UInt32>
    let target: UnsafeMutablePointer<UInt8>
  }

  /// Processes the pixel of a row that is due in a step, if any.
  @inline(__always)
  private func pass(
    _ step: Int, _ line: Int, _ lines: Int, _ row: Row, _ front: inout Front,
    _ loop: Loop
  ) {
    let x = step &- 2 &* line
    guard x >= 0, x < loop.width, line < lines else { return }
    let place = x &+ line &* loop.width
    let (color, error) = front.pass(row.pixels[place], loop.errors[x &+ 1], loop, lookup)
    row.target[place] = color
    // The row below is two pixels behind, so it has read this one already.
    loop.errors[x] = error
    if x == loop.width &- 1 { loop.errors[loop.width] = front.behind }
  }

  /// The state of one row: its last color, and the errors that it carries on.
  private struct Front {
    /// The last color; before the first pixel, any of the palette.
    private var color: Channels
    private var ahead = Channels.zero
    /// The errors for the pixel below the last one, and for the one after that.
    private(set) var behind = Channels.zero
    private var below = Channels.zero

    init(from color: Channels) {
      self.color = color
    }

    /// Quantizes the next pixel.
    ///
    /// - Returns: its color, and the complete error of the pixel below the last one.
    @inline(__always)
    mutating func pass(
      _ pixel: UInt32, _ reaching: Channels, _ loop: Loop,
      _ lookup: borrowing ColorLookup
    ) -> (color: UInt8, error: Channels) {
      let bytes = unsafeBitCast(pixel, to: SIMD4<UInt8>.self)
      let wanted = (Channels(truncatingIfNeeded: bytes) &<< 4 &+ reaching &+ ahead)
        .clamped(lowerBound: .zero, upperBound: Channels(repeating: NearestColors.opaque))
      let near = loop.colors[lookup.color(for: wanted, in: loop.parts)]
      // A branch would be mispredicted at every dot.
      let more = Self.distances(wanted, color) &- Self.distances(wanted, near)
      color.replace(with: near, where: Self.sums(more) .>= loop.tolerance.slack)
      let error = wanted &- color
      let passed =
        error
        &- error.clamped(lowerBound: 0 &- loop.tolerance.kept, upperBound: loop.tolerance.kept)
      ahead = (passed &<< 3 &- passed) &>> 4
      let complete = behind &+ (passed &* 3) &>> 4
      behind = below &+ (passed &* 5) &>> 4
      below = passed &>> 4
      return (UInt8(truncatingIfNeeded: color.w), complete)
    }

    @inline(__always)
    private static func distances(_ one: Channels, _ other: Channels) -> Channels {
      let difference = one &- other
      let sign = difference &>> 15
      return (difference ^ sign) &- sign
    }

    /// The sum of the three channels, in every lane.
    @inline(__always)
    private static func sums(_ channels: Channels) -> Channels {
      let next = Channels(channels.y, channels.z, channels.x, channels.y)
      let last = Channels(channels.z, channels.x, channels.y, channels.z)
      return Channels(channels.x, channels.y, channels.z, channels.x) &+ next &+ last
    }
  }
}
