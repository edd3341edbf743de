/// A row of source pixels, on its way into the sums of a target row.
struct AreaRow {
  private let pixels: UnsafeBufferPointer<UInt32>
  /// How much a pixel counts that lies wholly inside a span.
  private let wholeWeight: UInt32
  private let isOpaque: Bool

  /// Wraps a row for as long as its memory lives.
  init(_ pixels: UnsafeBufferPointer<UInt32>, target: Int) {
    self.pixels = pixels
    wholeWeight = UInt32(target)
    isOpaque = pixels.reduce(0xFF00_0000, &) >> 24 == 255
  }

  /// Adds each span's average, times `weight`, to its column's sum.
  func add(to sums: inout [SIMD4<Float>], columns: [AreaSpan], weight: Float) {
    columns.withUnsafeBufferPointer { columns in
      sums.withUnsafeMutableBufferPointer { sums in
        if isOpaque {
          for x in columns.indices { sums[x] += Self.float(sum(columns[x], Self.channels)) * weight }
        } else {
          let weight = weight / 255
          for x in columns.indices {
            sums[x] += Self.float(sum(columns[x], Self.premultiplied)) * weight
          }
        }
      }
    }
  }

  /// The weighted sum under a span: at most 255 * 255 * 65,535, which fits 32 bits.
  @inline(__always)
  private func sum(_ span: AreaSpan, _ value: (UInt32) -> SIMD4<UInt32>) -> SIMD4<UInt32> {
    var whole = SIMD4<UInt32>.zero
    var index = Int(span.lead)
    let lead = value(pixels[index]) &* span.leadWeight
    for _ in 0..<span.wholeCount {
      index += 1
      whole &+= value(pixels[index])
    }
    return lead &+ whole &* wholeWeight &+ value(pixels[Int(span.tail)]) &* span.tailWeight
  }

  @inline(__always)
  private static func channels(_ pixel: UInt32) -> SIMD4<UInt32> {
    SIMD4(truncatingIfNeeded: unsafeBitCast(pixel.littleEndian, to: SIMD4<UInt8>.self))
  }

  /// Blue, green and red times alpha, and alpha times 255.
  @inline(__always)
  private static func premultiplied(_ pixel: UInt32) -> SIMD4<UInt32> {
    let channels = channels(pixel)
    let alpha = channels.w
    return channels &* SIMD4(alpha, alpha, alpha, 255)
  }

  /// Lane by lane, which the optimiser turns into vector code; the vector initialiser is generic.
  @inline(__always)
  private static func float(_ sum: SIMD4<UInt32>) -> SIMD4<Float> {
    SIMD4(Float(sum.x), Float(sum.y), Float(sum.z), Float(sum.w))
  }
}
