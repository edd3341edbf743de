/// A row of source pixels, to be averaged span by span.
struct AreaRow {
  private let pixels: UnsafeBufferPointer<UInt32>
  private let isOpaque: Bool

  /// Wraps a row for as long as its memory lives.
  init(_ pixels: UnsafeBufferPointer<UInt32>) {
    self.pixels = pixels
    isOpaque = pixels.reduce(0xFF00_0000, &) >> 24 == 255
  }

  /// Sets each average to that of its span: blue, green, red times alpha, and alpha, up to 255.
  func average(_ spans: [AreaSpan], into averages: inout [SIMD4<Float>]) {
    spans.withUnsafeBufferPointer { spans in
      averages.withUnsafeMutableBufferPointer { averages in
        let wholeWeight = Float(spans.count) / Float(pixels.count)
        if isOpaque {
          for x in spans.indices {
            averages[x] = average(spans[x], wholeWeight, Self.channels)
          }
        } else {
          for x in spans.indices {
            averages[x] = average(spans[x], wholeWeight, Self.premultiplied) * (1 / 255)
          }
        }
      }
    }
  }

  /// The average under a span.
  ///
  /// Whole pixels are added up as integers: a sum is at most 255 * 255 * 32,768, which fits 31
  /// bits.
  @inline(__always)
  private func average(
    _ span: AreaSpan, _ wholeWeight: Float, _ value: (UInt32) -> SIMD4<Int32>
  ) -> SIMD4<Float> {
    var index = Int(span.lead)
    let lead = Self.float(value(pixels[index])) * span.leadWeight
    var whole = SIMD4<Int32>.zero
    for _ in 0..<span.wholeCount {
      index += 1
      whole &+= value(pixels[index])
    }
    let tail = Self.float(value(pixels[Int(span.tail)])) * span.tailWeight
    return lead + Self.float(whole) * wholeWeight + tail
  }

  @inline(__always)
  private static func channels(_ pixel: UInt32) -> SIMD4<Int32> {
    SIMD4(truncatingIfNeeded: unsafeBitCast(pixel.littleEndian, to: SIMD4<UInt8>.self))
  }

  /// Blue, green and red times alpha, and alpha times 255.
  @inline(__always)
  private static func premultiplied(_ pixel: UInt32) -> SIMD4<Int32> {
    let channels = channels(pixel)
    let alpha = channels.w
    return channels &* SIMD4(alpha, alpha, alpha, 255)
  }

  /// Lane by lane, which becomes one vector instruction; the vector's own initialiser is generic.
  @inline(__always)
  private static func float(_ sum: SIMD4<Int32>) -> SIMD4<Float> {
    SIMD4(Float(sum.x), Float(sum.y), Float(sum.z), Float(sum.w))
  }
}
