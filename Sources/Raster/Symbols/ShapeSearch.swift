/// Finds the shape with the greatest product with a cell's pixels, eight shapes at a time.
struct ShapeSearch {
  /// The weights of the parts: for each group of eight shapes, one vector per part.
  private let weights: [SIMD8<Float>]
  /// The amount subtracted from the score of each shape.
  private let handicaps: [SIMD8<Float>]

  /// - Parameters:
  ///   - shapes: the weights of the eight parts of each shape.
  ///   - handicaps: one for each shape.
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

  /// The shape with the greatest product with the pixels minus its handicap.
  ///
  /// - Returns: nil if no score is above 0.
  @inline(__always)
  func closest(_ pixels: SIMD8<Float>) -> Int? {
    weights.withUnsafeBufferPointer { weights in
      var best = SIMD8<Float>()
      var groups = SIMD8<Int32>(repeating: -1)
      for group in 0..<handicaps.count {
        var sum = SIMD8<Float>()
        for part in 0..<8 { sum += weights[group &* 8 &+ part] * pixels[part] }
        let gain = sum - handicaps[group]
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

/// The parts of a cell that each printable ASCII character covers.
///
/// A part is a half of the width by a quarter of the height, row by row from the top. The shares
/// were measured from DejaVu Sans Mono, as the mean of its regular and bold faces.
package enum ASCIIShapes {
  /// The coverage in sixteenths, for each character from `!` on.
  private static let sixteenths = """
    11332200 22330000 12788711 11854922 30832901 32818a22 11220000 02424203 20241430 11660000 \
    00336600 00001131 00002200 00002211 02055130 33777711 32253622 43177422 43272721 03476901 \
    43742721 23847712 44164210 33777722 33774821 00222211 00221131 00355500 00555500 00535500 \
    33163210 12788743 22668811 43887821 24717212 42778720 44847322 44847010 24727812 22887711 \
    44445522 23063721 23a57711 20607322 33aa6611 32a76a11 33777711 43787110 33777714 43877711 \
    33833822 55443300 22667722 22666611 22889911 22666611 22663300 45178322 22414133 20501403 \
    22141433 12440000 00000044 30000000 00458922 30868711 00547212 03687811 00559612 14654210 \
    00667846 30866611 12434522 03341543 30748611 50515302 00778811 00666611 00557722 00667761 \
    00667716 00556010 00534722 10845302 00447722 00446611 00449911 00556611 00445661 00366322 \
    14335214 11333322 41332541 00203400
    """

  /// The characters with the coverage of their eight parts, from 0 to 1.
  package static let all: [(glyph: UInt32, parts: [Float])] =
    sixteenths.split(separator: " ").enumerated().map { index, digits in
      (0x21 + UInt32(index), digits.map { Float($0.hexDigitValue ?? 0) / 16 })
    }
}
