/// Shrinks a picture while its rows arrive: each pixel of the result is the exact average of the
/// area that it covers.
///
/// Colours count by their alpha, so that what a transparent pixel would have shown does not bleed
/// into its neighbours. Values are averaged as stored, gamma-encoded, as terminals, browsers and
/// the decoders themselves do.
///
/// Memory is the result and one row of it; time is O(source pixels).
package struct AreaScaler: Sendable {
  /// The longest side that a source may have: longer rows could overflow their sums.
  package static let maxDimension = 65_535

  package let source: PixelSize
  package let target: PixelSize
  private let crop: PixelRect
  private let columns: [AreaSpan]
  /// Sums over the target row in hand: blue, green, red times alpha, and alpha.
  private var sums: [SIMD4<Float>]
  private var pixels: [UInt32]
  private var nextSourceRow = 0
  private var targetRow = 0
  /// How much of the target row in hand is summed up, in parts as `AreaSpan` counts them.
  private var filled = 0

  /// Prepares to scale the part `crop` of a picture to `target`.
  ///
  /// - Precondition: `crop` lies inside `source`, no side of `source` exceeds `maxDimension`, and
  ///   `target` is at least 1x1 and not larger than `crop` in either direction.
  package init(source: PixelSize, crop: PixelRect, target: PixelSize) {
    precondition(source.width <= Self.maxDimension && source.height <= Self.maxDimension)
    precondition(crop.x >= 0 && crop.x + crop.size.width <= source.width)
    precondition(crop.y >= 0 && crop.y + crop.size.height <= source.height)
    precondition(1...crop.size.width ~= target.width && 1...crop.size.height ~= target.height)
    self.source = source
    self.crop = crop
    self.target = target
    columns = (0..<target.width).map {
      AreaSpan(of: $0, target: target.width, source: crop.size.width)
    }
    sums = Array(repeating: .zero, count: target.width)
    pixels = Array(repeating: 0, count: target.area)
  }

  /// Prepares to scale a whole picture.
  package init(source: PixelSize, target: PixelSize) {
    self.init(source: source, crop: PixelRect(x: 0, y: 0, size: source), target: target)
  }

  /// The result is finished; further rows would change nothing.
  package var isComplete: Bool { targetRow == target.height }

  /// What has been scaled so far; transparent where rows are missing.
  package var image: PixelImage { PixelImage(size: target, pixels: pixels) }

  /// Takes the next source row, from the top: `source.width` words `0xAARRGGBB`.
  ///
  /// - Complexity: O(`crop.size.width`).
  package mutating func append(_ row: UnsafeBufferPointer<UInt32>) {
    precondition(row.count >= source.width)
    defer { nextSourceRow += 1 }
    if nextSourceRow < crop.y || isComplete { return }
    let row = AreaRow(
      UnsafeBufferPointer(rebasing: row[crop.x..<crop.x + crop.size.width]), target: target.width)

    // A source row is `target.height` parts high and reaches into two target rows at most.
    let share = min(target.height, crop.size.height - filled)
    row.add(to: &sums, columns: columns, weight: Float(share))
    filled += share
    if filled < crop.size.height { return }
    finishTargetRow()
    filled = target.height - share
    if filled > 0 { row.add(to: &sums, columns: columns, weight: Float(filled)) }
  }

  private mutating func finishTargetRow() {
    let scale = 1 / (Float(crop.size.width) * Float(crop.size.height))
    let width = target.width
    let start = targetRow * width
    sums.withUnsafeMutableBufferPointer { sums in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for x in 0..<width {
          pixels[start + x] = pixel(ofAverage: sums[x] * scale)
          sums[x] = .zero
        }
      }
    }
    targetRow += 1
  }
}

/// The pixel of an average: blue, green, red times alpha, and alpha, each up to 255.
@inline(__always)
private func pixel(ofAverage average: SIMD4<Float>) -> UInt32 {
  if average.w < 0.5 { return 0 }
  var rounded = average * (255 / average.w) + 0.5
  rounded.w = average.w + 0.5
  rounded.replace(with: 255, where: rounded .> 255)
  // Lane by lane: converting a vector as a whole is an unspecialised generic, 60 ns each.
  return UInt32(rounded.w) << 24 | UInt32(rounded.z) << 16 | UInt32(rounded.y) << 8
    | UInt32(rounded.x)
}
