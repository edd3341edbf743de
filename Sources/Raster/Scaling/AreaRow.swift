/// A row of source pixels that is averaged span by span.
struct AreaRow {
  private let pixels: UnsafeBufferPointer<UInt32>
  private let isOpaque: Bool

  /// Wraps a row, whose memory outlives the value.
  init(_ pixels: UnsafeBufferPointer<UInt32>) {
    self.pixels = pixels
    isOpaque = pixels.reduce(0xFF00_0000, &) >> 24 == 255
  }

  /// Stores the average of each span: light times alpha, and alpha.
  ///
  /// The light of blue, green, and red runs up to 65,535, and alpha up to 255.
  func average(_ spans: [AreaSpan], into averages: inout [SIMD4<Float>]) {
    spans.withUnsafeBufferPointer { spans in
      LinearLight.sRGB.amounts.withUnsafeBufferPointer { amounts in
        averages.withUnsafeMutableBufferPointer { averages in
          let wholeWeight = Float(spans.count) / Float(pixels.count)
          if isOpaque {
            for x in spans.indices {
              averages[x] = opaqueAverage(spans[x], wholeWeight, amounts)
            }
          } else {
            for x in spans.indices {
              averages[x] = premultipliedAverage(spans[x], wholeWeight, amounts) * (1 / 255)
            }
          }
        }
      }
    }
  }

  /// Adds opaque pixels as integers: a sum is at most 32,767 * 65,535, which fits 31 bits.
  @inline(__always)
  private func opaqueAverage(
    _ span: AreaSpan, _ wholeWeight: Float, _ amounts: UnsafeBufferPointer<Int32>
  ) -> SIMD4<Float> {
    var index = Int(span.lead)
    let lead = Self.float(Self.light(pixels[index], amounts)) * span.leadWeight
    var whole = SIMD4<Int32>.zero
    for _ in 0..<span.wholeCount {
      index += 1
      whole &+= Self.light(pixels[index], amounts)
    }
    let tail = Self.float(Self.light(pixels[Int(span.tail)], amounts)) * span.tailWeight
    return lead + Self.float(whole) * wholeWeight + tail
  }

  @inline(__always)
  private func premultipliedAverage(
    _ span: AreaSpan, _ wholeWeight: Float, _ amounts: UnsafeBufferPointer<Int32>
  ) -> SIMD4<Float> {
    var index = Int(span.lead)
    let lead = Self.premultiplied(pixels[index], amounts) * span.leadWeight
    var whole = SIMD4<Float>.zero
    for _ in 0..<span.wholeCount {
      index += 1
      whole += Self.premultiplied(pixels[index], amounts)
    }
    let tail = Self.premultiplied(pixels[Int(span.tail)], amounts) * span.tailWeight
    return lead + whole * wholeWeight + tail
  }

  /// The light of blue, green and red, and 255.
  @inline(__always)
  private static func light(
    _ pixel: UInt32, _ amounts: UnsafeBufferPointer<Int32>
  ) -> SIMD4<Int32> {
    SIMD4(
      amounts[Int(pixel & 255)], amounts[Int(pixel >> 8 & 255)],
      amounts[Int(pixel >> 16 & 255)], 255)
  }

  /// The light of blue, green and red, and 255, times alpha: exact, as they fit 24 bits.
  @inline(__always)
  private static func premultiplied(
    _ pixel: UInt32, _ amounts: UnsafeBufferPointer<Int32>
  ) -> SIMD4<Float> {
    float(light(pixel, amounts)) * Float(pixel >> 24)
  }

  /// Converts lane by lane, which compiles to one vector instruction; the vector's own initializer
  /// is an unspecialized generic.
  @inline(__always)
  private static func float(_ sum: SIMD4<Int32>) -> SIMD4<Float> {
    SIMD4(Float(sum.x), Float(sum.y), Float(sum.z), Float(sum.w))
  }
}

/// The source pixels under one target pixel along one axis, with their weights.
///
/// The axis is cut into `source * target` equal parts. A source pixel is `target` parts long and a
/// target pixel `source` parts, so every share is a whole number of parts.
struct AreaSpan: Equatable {
  /// The first source pixel.
  let lead: Int32
  /// The number of source pixels after the first that lie wholly inside.
  let wholeCount: Int32
  /// The last source pixel, which lies inside the source even where its weight is 0.
  let tail: Int32
  let leadWeight: Float
  let tailWeight: Float

  init(of position: Int, target: Int, source: Int) {
    let start = position * source
    let end = start + source
    lead = Int32(start / target)
    tail = Int32(min(end / target, source - 1))
    wholeCount = Int32(end / target) - lead - 1
    leadWeight = Float(target - start % target) / Float(source)
    tailWeight = Float(end % target) / Float(source)
  }
}
