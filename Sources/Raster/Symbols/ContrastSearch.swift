/// Finds the shape that is most like the contrast in a cell, eight shapes at a time.
///
/// Shapes and pixels are whole numbers, scaled so that their products fit 16 bits. The compiler keeps
/// those in vectors, and takes those of floating-point numbers apart.
struct ContrastSearch {
  /// The weights of the parts: for each group of eight shapes, one vector per part.
  private let weights: [SIMD8<Int16>]

  /// The lengths of a shape and of the pixels: their product is the greatest that there is.
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

  /// The shape that is most like three channels less their means, or their negative.
  ///
  /// They are compared along the direction of the color space in which they vary most.
  ///
  /// - Returns: nil where all values are 0.
  @inline(__always)
  func closest(_ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>) -> Int? {
    let axis = Self.axis(red, green, blue)
    return closest(red * axis.x + green * axis.y + blue * axis.z)
  }

  /// The shape that is most like a channel less its mean, or its negative.
  ///
  /// - Returns: nil where all values are 0.
  @inline(__always)
  func closest(_ channel: SIMD8<Float>) -> Int? {
    let length = (channel * channel).sum().squareRoot()
    guard length > 0 else { return nil }
    let scaled = channel * (Self.pixelLength / length)
    // Added to 1.5 * 2^23, a value is rounded and stands in the lowest bits.
    let bits = unsafeBitCast(scaled + 0x1.8p23, to: SIMD8<Int32>.self)
    return closest(SIMD8<Int16>(truncatingIfNeeded: bits))
  }

  /// The direction of the greatest variance, nearly: the greatest column of the matrix of covariances,
  /// multiplied by the matrix.
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
      // The lowest bits of a likeness name the shape, so that the greatest is kept in one step. Names fall, so that
      // the first of equals wins and never one that fills the last group.
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
