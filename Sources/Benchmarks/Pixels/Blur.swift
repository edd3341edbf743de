import Raster

/// A blur by pixel weights, first across, then down.
package struct Blur: Sendable {
  private let across: [Float]
  private let down: [Float]

  /// The mean over a cell around each pixel.
  package static let cell = Blur(
    across: box(GlyphCoverage.across), down: box(GlyphCoverage.down))

  /// A Gaussian whose standard deviation is the width of a cell.
  package static let bell = Blur(
    across: bell(Float(GlyphCoverage.across)), down: bell(Float(GlyphCoverage.across)))

  /// A Gaussian whose standard deviation is one pixel, by binomial numbers.
  package static let pixel = Blur(across: [1, 4, 6, 4, 1], down: [1, 4, 6, 4, 1])

  /// A box; an even width has half of a pixel at both ends.
  private static func box(_ width: Int) -> [Float] {
    (0...width).map { $0 == 0 || $0 == width ? 0.5 : 1 }
  }

  /// A Gaussian, approximated by three boxes without an exponential function.
  private static func bell(_ deviation: Float) -> [Float] {
    var weights: [Float] = [1]
    // A box of width w has the variance (w² - 1)/12; three boxes add up.
    let width = max(1, Int((deviation * deviation * 4 + 1).squareRoot().rounded()) | 1)
    for _ in 0..<3 {
      var wider = [Float](repeating: 0, count: weights.count + width - 1)
      for (index, weight) in weights.enumerated() {
        for offset in 0..<width { wider[index + offset] += weight }
      }
      weights = wider
    }
    return weights
  }

  private init(across: [Float], down: [Float]) {
    self.across = across
    self.down = down
  }

  /// The blurred plane; edge pixels are repeated beyond the edge.
  func applied(to plane: [Float], _ size: PixelSize) -> [Float] {
    let rows = Self.pass(plane, size, stride: 1, count: size.width, across)
    return Self.pass(rows, size, stride: size.width, count: size.height, down)
  }

  private static func pass(
    _ plane: [Float], _ size: PixelSize, stride: Int, count: Int, _ weights: [Float]
  ) -> [Float] {
    let sum = weights.reduce(0, +)
    let reach = weights.count / 2
    return [Float](unsafeUninitializedCapacity: plane.count) { result, filled in
      plane.withUnsafeBufferPointer { plane in
        weights.withUnsafeBufferPointer { weights in
          for index in 0..<plane.count {
            let place = index / stride % count
            var total: Float = 0
            for (step, weight) in weights.enumerated() {
              let other = min(count - 1, max(0, place + step - reach))
              total += plane[index + (other - place) * stride] * weight
            }
            result[index] = total / sum
          }
        }
      }
      filled = plane.count
    }
  }
}
