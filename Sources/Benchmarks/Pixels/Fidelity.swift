import Foundation
import Raster

/// How much of a picture is visible.
package struct Fidelity: Hashable, Sendable {
  /// The peak signal-to-noise ratio over all channels, in decibels.
  package let signalToNoise: Double
  /// The structural similarity of the brightness, at most 1 (Wang et al., 2004), over squares of
  /// two cells by one.
  package let similarity: Double

  /// - Precondition: the pictures have the same size and number of planes.
  package init(of shown: PicturePlanes, to wanted: PicturePlanes) {
    precondition(shown.size == wanted.size && shown.planes.count == wanted.planes.count)
    var error = 0.0
    for (one, other) in zip(shown.planes, wanted.planes) {
      for index in one.indices {
        let difference = Double(one[index] - other[index])
        error += difference * difference
      }
    }
    let mean = error / Double(shown.planes.count * shown.size.area)
    signalToNoise = 10 * log10(255 * 255 / max(mean, 1e-2))
    similarity = Self.similarity(shown.luma, wanted.luma)
  }

  private static func similarity(_ shown: PicturePlanes, _ wanted: PicturePlanes) -> Double {
    let side = 8
    let size = shown.size
    var (sum, count) = (0.0, 0)
    for top in stride(from: 0, through: size.height - side, by: side / 2) {
      for left in stride(from: 0, through: size.width - side, by: side / 2) {
        var moments = SIMD8<Double>()
        for y in top..<top + side {
          for x in left..<left + side {
            let (one, other) = (
              Double(shown.planes[0][y * size.width + x]),
              Double(wanted.planes[0][y * size.width + x])
            )
            moments += SIMD8(one, other, one * one, other * other, one * other, 0, 0, 0)
          }
        }
        moments /= Double(side * side)
        let (one, other) = (moments[0], moments[1])
        let variances = moments[2] - one * one + moments[3] - other * other
        let common = moments[4] - one * other
        let (c1, c2) = (2.55 * 2.55, 7.65 * 7.65)
        sum +=
          (2 * one * other + c1) * (2 * common + c2)
          / ((one * one + other * other + c1) * (variances + c2))
        count += 1
      }
    }
    return count == 0 ? 1 : sum / Double(count)
  }
}
