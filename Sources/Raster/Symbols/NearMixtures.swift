/// Two colors of a palette in quarters, as a fine pattern shows them.
struct Mixture {
  /// The indexes of the colors in the palette.
  let first, second: Int
  /// The quarters that have the first color: 1, 2, or 3.
  let quarters: Int
}

/// The eight mixtures of a palette's colors nearest to a center.
///
/// A mixture of similar colors counts as nearer than a harsh one with the same mean.
struct NearMixtures {
  /// The mean of each mixture, `0x00RRGGBB`.
  private var means = SIMD8<UInt32>()
  /// The squared distance added for each mixture's harshness.
  private var harshness = SIMD8<Float>(repeating: .infinity)
  /// The indexes of the first and the second color, and the quarters, one byte each.
  private var parts = SIMD8<UInt32>()

  /// The number of nearest colors that are mixed.
  private static let reach = 16

  init(to center: PaletteSpace.Point, of points: [PaletteSpace.Point]) {
    var errors = SIMD8<Float>(repeating: .infinity)
    let near = Self.nearest(to: center, of: points)
    for one in near.indices {
      for other in near.indices.dropFirst(one + 1) {
        let (first, second) = (points[near[one]], points[near[other]])
        for quarters in 1...3 {
          let share = Float(quarters) / 4
          let mean = second + share * (first - second)
          let harsh = Self.harshness(of: first, second, share: share)
          let error = (mean - center).squaredLength + harsh
          var place = 7
          guard error < errors[place] else { continue }
          while place > 0, errors[place - 1] > error {
            (errors[place], means[place]) = (errors[place - 1], means[place - 1])
            (harshness[place], parts[place]) = (harshness[place - 1], parts[place - 1])
            place -= 1
          }
          errors[place] = error
          harshness[place] = harsh
          means[place] = PaletteSpace.color(mean).rawValue
          parts[place] = UInt32(near[one]) << 16 | UInt32(near[other]) << 8 | UInt32(quarters)
        }
      }
    }
  }

  /// The squared distance added for a mixture's noise: a share of its channels' variance.
  static func harshness(
    of first: PaletteSpace.Point, _ second: PaletteSpace.Point, share: Float
  ) -> Float {
    var apart = first - second
    apart.w = 0
    return 0.08 * share * (1 - share) * apart.squaredLength
  }

  private static func nearest(
    to center: PaletteSpace.Point, of points: [PaletteSpace.Point]
  ) -> [Int] {
    var near: [(index: Int, distance: Float)] = []
    near.reserveCapacity(reach + 1)
    for index in points.indices {
      let distance = (points[index] - center).squaredLength
      if near.count == reach, distance >= near[reach - 1].distance { continue }
      let place = near.firstIndex { $0.distance > distance } ?? near.count
      near.insert((index, distance), at: place)
      if near.count > reach { near.removeLast() }
    }
    return near.map(\.index)
  }

  /// The best mixture for a color near to the center, and its error.
  @inline(__always)
  func best(for goal: PaletteSpace.Point) -> (mixture: Mixture, error: Float) {
    let planes = PixelPlanes(means)
    let red = planes.red - goal.x
    let green = planes.green - goal.y
    let blue = planes.blue - goal.z
    let brightness = planes.luma * PaletteSpace.brightnessScale - goal.w
    let color = red * red + green * green + blue * blue
    let errors = color + brightness * brightness + harshness
    // The bits of positive numbers sort like the numbers; the lowest three are the element's index.
    let ranks =
      unsafeBitCast(errors, to: SIMD8<UInt32>.self) & ~7 | SIMD8(0, 1, 2, 3, 4, 5, 6, 7)
    let (low, high) = (ranks.lowHalf, ranks.highHalf)
    let least = min(
      min(min(low.x, low.y), min(low.z, low.w)), min(min(high.x, high.y), min(high.z, high.w)))
    let place = Int(least & 7)
    let found = parts[place]
    return (
      Mixture(first: Int(found >> 16), second: Int(found >> 8 & 255), quarters: Int(found & 255)),
      errors[place]
    )
  }
}
