/// Finds the one of many shapes whose products with a cell's pixels are greatest; eight at a time.
struct ShapeSearch {
  /// For each eight shapes one vector a part: what it weighs in each of them.
  private let weights: [SIMD8<Float>]
  /// What a shape is to be better than, by itself.
  private let handicaps: [SIMD8<Float>]

  /// - Parameters:
  ///   - shapes: what each of eight parts weighs.
  ///   - handicaps: as many.
  init(_ shapes: [[Float]], handicaps: [Float]) {
    let groups = (shapes.count + 7) / 8
    var weights = [SIMD8<Float>](repeating: .zero, count: groups * 8)
    var limits = [SIMD8<Float>](repeating: SIMD8(repeating: .infinity), count: groups)
    for (index, shape) in shapes.enumerated() {
      for part in 0..<8 { weights[index / 8 * 8 + part][index % 8] = shape[part] }
      limits[index / 8][index % 8] = handicaps[index]
    }
    self.weights = weights
    self.handicaps = limits
  }

  /// The shape with the greatest sum of squares of its products with three channels, less its
  /// handicap; nil where none is over 0.
  @inline(__always)
  func closest(_ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>) -> Int? {
    best { weights in
      var (r, g, b) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
      for part in 0..<8 {
        r += weights[part] * red[part]
        g += weights[part] * green[part]
        b += weights[part] * blue[part]
      }
      return r * r + g * g + b * b
    }
  }

  /// The shape with the greatest product with one channel, less its handicap; nil where none is
  /// over 0.
  @inline(__always)
  func closest(_ channel: SIMD8<Float>) -> Int? {
    best { weights in
      var sum = SIMD8<Float>()
      for part in 0..<8 { sum += weights[part] * channel[part] }
      return sum
    }
  }

  @inline(__always)
  private func best(_ score: (UnsafePointer<SIMD8<Float>>) -> SIMD8<Float>) -> Int? {
    weights.withUnsafeBufferPointer { weights in
      guard let first = weights.baseAddress else { return nil }
      var best = SIMD8<Float>()
      var groups = SIMD8<Int32>(repeating: -1)
      for group in 0..<handicaps.count {
        let gain = score(first + group * 8) - handicaps[group]
        let isBetter = gain .> best
        best.replace(with: gain, where: isBetter)
        groups.replace(with: SIMD8(repeating: Int32(group)), where: isBetter)
      }
      var lane = 0
      for other in 1..<8 where best[other] > best[lane] { lane = other }
      return groups[lane] < 0 ? nil : Int(groups[lane]) * 8 + lane
    }
  }
}
