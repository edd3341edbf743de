/// Enlarges a picture by Catmull and Rom's cubic, first along rows, then along columns.
///
/// It works on gamma-encoded values: in linear light, the cubic overshoots into dark seams beside bright edges. Colors
/// are weighted by alpha, so hidden colors of transparent pixels do not bleed.
///
/// It holds the source rows under a target row, widened: four, or more where the height shrinks. It takes O(target
/// pixels) of time: 13 ns each.
struct CubicScaler {
  private let image: PixelImage
  private let columns: CubicAxis
  private let rows: CubicAxis
  /// The last source rows, in the target's width: blue, green, red times alpha, and alpha.
  private var wideRows: [SIMD4<Float>]
  /// The current target row, in the same form.
  private var mixed: [SIMD4<Float>]
  private var nextSourceRow: Int

  /// Prepares the part `columns` x `rows` of a picture scaled to `whole`.
  ///
  /// - Precondition: the picture has pixels, and the ranges lie inside `whole`.
  init(_ image: PixelImage, columns: Range<Int>, rows: Range<Int>, of whole: PixelSize) {
    self.image = image
    self.columns = CubicAxis(columns, of: whole.width, from: image.size.width)
    self.rows = CubicAxis(rows, of: whole.height, from: image.size.height)
    wideRows = Array(repeating: .zero, count: columns.count * self.rows.taps)
    mixed = Array(repeating: .zero, count: columns.count)
    nextSourceRow = self.rows.starts.first ?? 0
  }

  /// The scaled part.
  mutating func scaled() -> PixelImage {
    let size = PixelSize(width: columns.starts.count, height: rows.starts.count)
    let pixels = [UInt32](unsafeUninitializedCapacity: size.area) { target, count in
      var source = [SIMD4<Float>](repeating: .zero, count: image.size.width)
      for y in 0..<size.height {
        while nextSourceRow < rows.starts[y] + rows.taps { widenRow(by: &source) }
        mix(y, into: UnsafeMutableBufferPointer(rebasing: target[count..<count + size.width]))
        count += size.width
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// Widens the next source row, in place of the oldest one.
  private mutating func widenRow(by source: inout [SIMD4<Float>]) {
    let width = source.count
    let start = nextSourceRow * width
    for x in 0..<width { source[x] = SIMD4(premultiplied: image.pixels[start + x]) }
    let slot = nextSourceRow % rows.taps * columns.starts.count
    let taps = columns.taps
    source.withUnsafeBufferPointer { source in
      columns.weights.withUnsafeBufferPointer { weights in
        wideRows.withUnsafeMutableBufferPointer { wide in
          for (x, first) in columns.starts.enumerated() {
            var sum = SIMD4<Float>.zero
            for tap in 0..<taps { sum += source[first + tap] * weights[x * taps + tap] }
            wide[slot + x] = sum
          }
        }
      }
    }
    nextSourceRow += 1
  }

  /// Mixes the source rows of a target row.
  private mutating func mix(_ y: Int, into target: UnsafeMutableBufferPointer<UInt32>) {
    let width = target.count
    for x in 0..<width { mixed[x] = .zero }
    wideRows.withUnsafeBufferPointer { wide in
      mixed.withUnsafeMutableBufferPointer { mixed in
        for tap in 0..<rows.taps {
          let slot = (rows.starts[y] + tap) % rows.taps * width
          let weight = rows.weights[y * rows.taps + tap]
          for x in 0..<width { mixed[x] += wide[slot + x] * weight }
        }
        for x in 0..<width { target.initializeElement(at: x, to: mixed[x].straightPixel) }
      }
    }
  }
}

extension SIMD4<Float> {
  /// Blue, green and red times alpha, and alpha, from 0 to 255.
  @inline(__always)
  fileprivate init(premultiplied pixel: UInt32) {
    self.init(
      Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), 255)
    self *= Float(pixel >> 24) / 255
  }

  /// The pixel `0xAARRGGBB`; channels are clamped.
  @inline(__always)
  fileprivate var straightPixel: UInt32 {
    if w < 0.5 { return 0 }
    var channels = self * (255 / w)
    channels.w = w
    channels.replace(with: 0, where: channels .< 0)
    channels.replace(with: 255, where: channels .> 255)
    // Adding 2^23 rounds a value into the lowest bits, as in `AreaScaler`.
    let bits = unsafeBitCast(channels + 0x1p23, to: SIMD4<UInt32>.self) & 0xFF
    return bits.w << 24 | bits.z << 16 | bits.y << 8 | bits.x
  }
}
