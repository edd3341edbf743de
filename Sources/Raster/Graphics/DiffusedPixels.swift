/// The pixels of a picture in a palette of its own, the error of each diffused to the next ones.
///
/// Errors go on by the weights of R. W. Floyd and L. Steinberg (1976), from left to right. Each pixel
/// waits for the one before it. So two rows go side by side, the lower one two pixels behind: the
/// processor does one while the other waits. Only this type touches the memory.
struct DiffusedPixels: ~Copyable {
  private typealias Channels = NearestColors.Channels

  /// The part of an error that stays, in sixteenths of a level.
  ///
  /// It is two levels, because registers hold percents, and skies stay smooth. It is up to two more
  /// where the palette is coarse and the picture hides errors. In a gradient, runs of a color are
  /// worth more than its last two levels.
  private let kept: Channels
  private static let mostKept: Float = 30
  /// The roughness below which a picture is a gradient; photographs have three levels and more.
  private static let roughest: Float = 2

  /// The squared error above which a palette is coarse: four levels.
  private static let coarsest: Float = 4_096

  private let lookup: ColorLookup
  private let width: Int
  /// The errors that reach the pixels of a row, after one that reaches none.
  private let errors: UnsafeMutablePointer<Channels>

  /// An opaque picture in colors of its own.
  ///
  /// - Parameter colors: the most colors, from 2 to 256.
  /// - Complexity: O(pixels).
  static func indexed(_ picture: PixelImage, colors: Int) -> IndexedPixels {
    picture.pixels.withUnsafeBufferPointer { pixels in
      let palette = PicturePalette(of: pixels, count: colors)
      let registers = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
        let width = picture.size.width
        let isSmooth = roughness(of: pixels, width: width) < roughest
        DiffusedPixels(palette, isSmooth: isSmooth, width: width).diffuse(pixels, to: target)
        count = pixels.count
      }
      return IndexedPixels(size: picture.size, registers: registers, colors: palette.colors)
    }
  }

  private init(_ palette: PicturePalette, isSmooth: Bool, width: Int) {
    lookup = ColorLookup(
      palette.colors.map(\.channels), isCoarse: palette.squaredError > Self.coarsest)
    let coarseness = isSmooth ? Self.mostKept : min(32, 0.06 * palette.squaredError.squareRoot())
    kept = Channels(repeating: Int16(32 + coarseness))
    self.width = width
    errors = .allocate(capacity: width + 1)
    errors.initialize(repeating: .zero, count: width + 1)
  }

  deinit { errors.deallocate() }

  /// The mean difference of neighbors in a row, in levels of all channels together.
  ///
  /// - Complexity: O(pixels); one row of sixteen counts.
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
    _ rows: UnsafeBufferPointer<UInt32>, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let pixels = rows.baseAddress, let target = target.baseAddress else { return }
    let height = rows.count / width
    var y = 0
    while width >= 2, y + 2 <= height {
      diffuseTwo(pixels + y * width, to: target + y * width)
      y += 2
    }
    while y < height {
      diffuseOne(pixels + y * width, to: target + y * width)
      y += 1
    }
  }

  private func diffuseOne(_ row: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt8>) {
    var front = Front()
    for x in 0..<width {
      let (color, error) = front.pass(row[x], errors[x &+ 1], kept, lookup)
      target[x] = color
      errors[x] = error
    }
    errors[width] = front.behind
  }

  private func diffuseTwo(_ row: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt8>) {
    var (upper, lower) = (Front(), Front())
    let kept = kept
    // The error that the upper row has for the next pixel of the lower one.
    var between = Channels.zero
    for x in 0..<2 {
      (target[x], between) = upper.pass(row[x], errors[x &+ 1], kept, lookup)
    }
    for x in 2..<width {
      let (one, next) = upper.pass(row[x], errors[x &+ 1], kept, lookup)
      let place = x &- 2 &+ width
      let (other, error) = lower.pass(row[place], between, kept, lookup)
      target[x] = one
      target[place] = other
      errors[x &- 2] = error
      between = next
    }
    for x in width &- 2..<width {
      (target[width &+ x], errors[x]) = lower.pass(row[width &+ x], between, kept, lookup)
      between = upper.behind
    }
    errors[width] = lower.behind
  }

  /// The errors that go on from the last pixel of a row.
  private struct Front {
    private var ahead = Channels.zero
    /// Those for the pixel below the last one, and for the one after that.
    private(set) var behind = Channels.zero
    private var below = Channels.zero

    /// Takes the next pixel.
    ///
    /// - Returns: its color, and the whole error of the pixel below the last one.
    @inline(__always)
    mutating func pass(
      _ pixel: UInt32, _ reaching: Channels, _ kept: Channels, _ lookup: borrowing ColorLookup
    ) -> (color: UInt8, error: Channels) {
      let bytes = unsafeBitCast(pixel, to: SIMD4<UInt8>.self)
      let wanted = (Channels(truncatingIfNeeded: bytes) &<< 4 &+ reaching &+ ahead)
        .clamped(lowerBound: .zero, upperBound: Channels(repeating: NearestColors.opaque))
      let color = lookup.color(for: wanted)
      let error = wanted &- lookup.nearest.colors[color]
      let passed = error &- error.clamped(lowerBound: 0 &- kept, upperBound: kept)
      ahead = (passed &<< 3 &- passed) &>> 4
      let complete = behind &+ (passed &* 3) &>> 4
      behind = below &+ (passed &* 5) &>> 4
      below = passed &>> 4
      return (UInt8(truncatingIfNeeded: color), complete)
    }
  }
}
