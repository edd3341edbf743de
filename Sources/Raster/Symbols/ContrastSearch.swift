/// Finds the shape that is most like the contrast in a cell, eight shapes at a time.
///
/// Shapes and pixels are integers, scaled so that their products fit 16 bits. The compiler vectorizes integers, and
/// splits floating-point vectors into elements.
struct ContrastSearch {
  /// The weights of the parts: for each group of eight shapes, one vector per part.
  private let weights: [SIMD8<Int16>]

  /// The lengths of a shape's and of the pixels' vector; their product bounds the score.
  private static let shapeLength: Float = 127
  private static let pixelLength: Float = 250

  /// - Parameter shapes: the weights of the eight parts of each shape, whose squares add up to 1; at
  ///   most 128.
  init(_ shapes: [SIMD8<Float>]) {
    var weights = [SIMD8<Int16>](repeating: .zero, count: (shapes.count + 7) / 8 * 8)
    for (index, shape) in shapes.enumerated() {
      for part in 0..<8 {
        weights[index / 8 * 8 + part][index % 8] =
          Int16((shape[part] * Self.shapeLength).rounded())
      }
    }
    self.weights = weights
  }

  /// The shape most similar to three channels minus their means, or to their negative.
  ///
  /// Similarity is measured along the color direction in which the pixels vary most.
  ///
  /// - Returns: nil where all values are 0.
  @inline(__always)
  func closest(_ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>) -> Int? {
    let axis = Self.axis(red, green, blue)
    return closest(red * axis.x + green * axis.y + blue * axis.z)
  }

  /// The shape most similar to a channel minus its mean, or to its negative.
  ///
  /// - Returns: nil where all values are 0.
  @inline(__always)
  func closest(_ channel: SIMD8<Float>) -> Int? {
    let length = (channel * channel).sum().squareRoot()
    guard length > 0 else { return nil }
    let scaled = channel * (Self.pixelLength / length)
    // Adding 1.5 * 2^23 rounds a value into the lowest bits.
    let bits = unsafeBitCast(scaled + 0x1.8p23, to: SIMD8<Int32>.self)
    return closest(SIMD8<Int16>(truncatingIfNeeded: bits))
  }

  /// The approximate direction of greatest variance: the largest column of the covariance matrix, multiplied by the
  /// matrix.
  @inline(__always)
  private static func axis(
    _ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>
  ) -> SIMD4<Float> {
    let (rg, rb, gb) = ((red * green).sum(), (red * blue).sum(), (green * blue).sum())
    let ofRed = SIMD4((red * red).sum(), rg, rb, 0)
    let ofGreen = SIMD4(rg, (green * green).sum(), gb, 0)
    let ofBlue = SIMD4(rb, gb, (blue * blue).sum(), 0)
    var axis = ofRed
    if ofGreen.y > axis.x { axis = ofGreen }
    if ofBlue.z > max(ofRed.x, ofGreen.y) { axis = ofBlue }
    return ofRed * axis.x + ofGreen * axis.y + ofBlue * axis.z
  }

  @inline(__always)
  private func closest(_ pixels: SIMD8<Int16>) -> Int {
    let (p0, p1) = (SIMD8(repeating: pixels[0]), SIMD8(repeating: pixels[1]))
    let (p2, p3) = (SIMD8(repeating: pixels[2]), SIMD8(repeating: pixels[3]))
    let (p4, p5) = (SIMD8(repeating: pixels[4]), SIMD8(repeating: pixels[5]))
    let (p6, p7) = (SIMD8(repeating: pixels[6]), SIMD8(repeating: pixels[7]))
    return weights.withUnsafeBufferPointer { weights in
      guard var next = weights.baseAddress else { return 0 }
      // The lowest bits of a score hold the shape's number, so one comparison keeps both. Numbers fall, so the first of
      // equals wins, never the padding of the last group.
      var best = SIMD8<Int16>()
      var names = SIMD8<Int16>(127, 126, 125, 124, 123, 122, 121, 120)
      for _ in 0..<weights.count / 8 {
        let upper = next[0] &* p0 &+ next[1] &* p1 &+ next[2] &* p2 &+ next[3] &* p3
        let lower = next[4] &* p4 &+ next[5] &* p5 &+ next[6] &* p6 &+ next[7] &* p7
        let product = upper &+ lower
        let sign = product &>> 15
        let rank = ((product ^ sign) &- sign) & ~127 | names
        best.replace(with: rank, where: rank .> best)
        names &-= 8
        next += 8
      }
      let four = greater(best.lowHalf, best.highHalf)
      let two = greater(four.lowHalf, four.highHalf)
      return 127 - Int(max(two.x, two.y) & 127)
    }
  }

  @inline(__always)
  private func greater<Values: SIMD>(_ one: Values, _ other: Values) -> Values
  where Values.Scalar == Int16 {
    one.replacing(with: other, where: other .> one)
  }
}
