/// The source pixels of each target pixel along one axis, and their weights.
///
/// The kernel is Catmull and Rom's cubic, which passes through the source's values: Keys, "Cubic
/// Convolution Interpolation for Digital Image Processing", 1981, with a = -1/2. Edge pixels are
/// repeated beyond the edge. The kernel is wider where the axis shrinks.
struct CubicAxis {
  /// The number of source pixels per target pixel: 4, or more where the axis shrinks, limited by
  /// the source.
  let taps: Int
  /// The first source pixel under each target pixel, ascending.
  let starts: [Int]
  /// `taps` weights for each target pixel; they add up to 1.
  let weights: [Float]

  /// Computes the weights of a range of target pixels.
  ///
  /// - Parameters:
  ///   - range: a part of `0..<whole`.
  ///   - whole: the length of the whole target.
  ///   - source: the length of the whole source.
  init(_ range: Range<Int>, of whole: Int, from source: Int) {
    let ratio = Double(source) / Double(whole)
    let width = max(1, ratio)
    let reach = Int((4 * width).rounded(.up))
    taps = min(reach, source)
    var starts: [Int] = []
    var weights = [Float](repeating: 0, count: range.count * taps)
    for (index, position) in range.enumerated() {
      let center = (Double(position) + 0.5) * ratio - 0.5
      let first = Int((center - 2 * width).rounded(.down)) + 1
      let start = min(max(0, first), source - taps)
      let values = (first..<first + reach).map { Self.cubic((Double($0) - center) / width) }
      let sum = values.reduce(0, +)
      for (offset, value) in values.enumerated() {
        let pixel = min(max(0, first + offset), source - 1)
        weights[index * taps + pixel - start] += Float(value / sum)
      }
      starts.append(start)
    }
    self.starts = starts
    self.weights = weights
  }

  private static func cubic(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }
}
