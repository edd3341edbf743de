import CColorTransform

/// A conversion to sRGB by Little CMS.
///
/// Preparing one takes 7 ms, or 30 to 50 with a table; a color takes 10 to 25 ns, or 50 with a table.
final class ColorTransform: Sendable {
  // The library only reads a transform without a cache, so any number of threads may use it.
  nonisolated(unsafe) private let transform: OpaquePointer
  private let input: ColorTransformInput

  /// Prepares the conversion of a profile; nil if the library is not installed or can't use the profile.
  init?(_ profile: ICCProfile) {
    input =
      switch profile.channels {
      case .color: .pixels
      case .gray: .grays
      case .inks: .inks
      }
    guard profile.isConvertible, let start = profile.bytes.baseAddress,
      let transform = color_transform_create(
        start.assumingMemoryBound(to: UInt8.self), profile.bytes.count, input)
    else { return nil }
    self.transform = transform
  }

  /// Prepares the conversion of a color space; nil if the library is not installed or the primaries are on a line.
  init?(_ space: RGBSpace) {
    func pair(_ color: SIMD2<Double>) -> (Double, Double) { (color.x, color.y) }
    let primaries = space.primaries
    var numbers = ColorTransformSpace(
      white: pair(primaries.white), red: pair(primaries.red), green: pair(primaries.green),
      blue: pair(primaries.blue), exponent: space.exponent ?? 0)
    guard let transform = color_transform_create_rgb(&numbers) else { return nil }
    self.transform = transform
    input = .pixels
  }

  deinit { color_transform_free(transform) }

  /// Converts words in place, without changing alpha.
  func convert(_ words: UnsafeMutableBufferPointer<UInt32>) {
    color_transform_apply(transform, words.baseAddress, words.count)
  }

  /// Whether conversion changes no channel by more than 1 of 255.
  ///
  /// It tries all grays, and a grid of 4,096 colors.
  var isNearlyIdentity: Bool {
    var colors = (0...255).map { UInt32($0) * 0x01_0101 }
    if input != .grays {
      let steps = stride(from: UInt32(0), through: 255, by: 17)
      for red in steps {
        for green in steps {
          for blue in steps { colors.append(red << 16 | green << 8 | blue) }
        }
      }
    }
    var converted = colors
    converted.withUnsafeMutableBufferPointer { convert($0) }
    return zip(colors, converted).allSatisfy { color, converted in
      stride(from: 0, to: 24, by: 8).allSatisfy { shift in
        abs(Int(color >> shift & 255) - Int(converted >> shift & 255)) <= 1
      }
    }
  }
}
