/// Shrinks a picture row by row as it arrives, by exact area averages.
///
/// Colors are weighted by alpha, so hidden colors of transparent pixels do not bleed.
/// Linear light is averaged, not gamma-encoded values, so a fine pattern keeps its brightness.
///
/// The scaler holds the result and one row of it, and takes O(source pixels) of time.
package struct AreaScaler: Sendable {
  /// The longest side that a source may have: the sums of longer rows could overflow.
  package static let maxDimension = 32_768

  package let source: PixelSize
  package let target: PixelSize
  private let crop: PixelRect
  private let columns: [AreaSpan]
  /// The averages of the current source row: light of blue, green, red times alpha, and alpha.
  private var averages: [SIMD4<Float>]
  /// The sums of the current target row so far.
  private var sums: [SIMD4<Float>]
  private var pixels: [UInt32]
  private var nextSourceRow = 0
  private var targetRow = 0
  /// The height of the current target row summed so far, in the parts of `AreaSpan`.
  private var filled = 0

  /// Prepares to scale the part `crop` of a picture to `target`.
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
    averages = Array(repeating: .zero, count: target.width)
    sums = averages
    pixels = Array(repeating: 0, count: target.area)
  }

  /// Prepares to scale a whole picture.
  package init(source: PixelSize, target: PixelSize) {
    self.init(source: source, crop: PixelRect(x: 0, y: 0, size: source), target: target)
  }

  /// True when the result is finished; further rows change nothing.
  package var isComplete: Bool { targetRow == target.height }

  /// The result so far: missing rows are transparent, and an unfinished row is partly transparent.
  package var image: PixelImage {
    var pixels = pixels
    if !isComplete {
      LinearLight.sRGB.values.withUnsafeBufferPointer { values in
        for x in sums.indices {
          pixels[targetRow * target.width + x] = pixel(ofAverage: sums[x], values)
        }
      }
    }
    var image = PixelImage(size: target, pixels: pixels)
    image.endsEarly = !isComplete
    return image
  }

  /// Takes the next source row, from the top: `source.width` words `0xAARRGGBB`.
  ///
  /// - Complexity: O(`crop.size.width`).
  package mutating func append(_ row: UnsafeBufferPointer<UInt32>) {
    precondition(row.count >= source.width)
    defer { nextSourceRow += 1 }
    if nextSourceRow < crop.y || isComplete { return }
    let visible = UnsafeBufferPointer(rebasing: row[crop.x..<crop.x + crop.size.width])
    AreaRow(visible).average(columns, into: &averages)

    // A source row is `target.height` parts high and reaches into two target rows at most.
    let share = min(target.height, crop.size.height - filled)
    filled += share
    if filled < crop.size.height {
      addAverages(weight: weight(of: share))
    } else {
      filled = target.height - share
      finishTargetRow(weight: weight(of: share), nextWeight: weight(of: filled))
    }
  }

  private func weight(of parts: Int) -> Float { Float(parts) / Float(crop.size.height) }

  private mutating func addAverages(weight: Float) {
    averages.withUnsafeBufferPointer { averages in
      sums.withUnsafeMutableBufferPointer { sums in
        for x in sums.indices { sums[x] += averages[x] * weight }
      }
    }
  }

  /// Completes the current target row, and begins the next with the remaining share of the source
  /// row.
  private mutating func finishTargetRow(weight: Float, nextWeight: Float) {
    let start = targetRow * target.width
    averages.withUnsafeBufferPointer { averages in
      sums.withUnsafeMutableBufferPointer { sums in
        pixels.withUnsafeMutableBufferPointer { pixels in
          LinearLight.sRGB.values.withUnsafeBufferPointer { values in
            for x in sums.indices {
              pixels[start + x] = pixel(ofAverage: sums[x] + averages[x] * weight, values)
              sums[x] = averages[x] * nextWeight
            }
          }
        }
      }
    }
    targetRow += 1
  }
}

/// The pixel of an average: light of blue, green, red times alpha, and alpha.
@inline(__always)
private func pixel(
  ofAverage average: SIMD4<Float>, _ values: UnsafeBufferPointer<UInt8>
) -> UInt32 {
  if average.w < 0.5 { return 0 }
  var channels = average * (255 / average.w)
  channels.w = average.w
  channels.replace(with: 65_535, where: channels .> 65_535)
  // Adding 2^23 rounds a value into the lowest bits. The vector's own conversion is an
  // unspecialized generic: 60 ns a pixel.
  let integers = unsafeBitCast(channels + 0x1p23, to: SIMD4<UInt32>.self) & 0xFFFF
  return min(integers.w, 255) << 24 | UInt32(values[Int(integers.z)]) << 16
    | UInt32(values[Int(integers.y)]) << 8 | UInt32(values[Int(integers.x)])
}
