import Foundation
import Testing

@testable import PrefetchLab

@Suite struct FiguresTests {
  @Test(arguments: [
    (0, 0, "0"), (0.5, 0, "1"), (-0.4, 0, "0"), (1.005, 1, "1.0"), (0.05, 1, "0.1"),
    (-12.34, 1, "-12.3"), (3, 2, "3.00"), (99.999, 2, "100.00"),
  ])
  func `numbers are rounded to places`(number: Double, places: Int, text: String) {
    #expect(number.rounded(toPlaces: places) == text)
  }

  @Test func `logarithms and powers are those of the C library`() {
    for exponent in stride(from: -30.0, through: 40, by: 0.37) {
      let power = pow(2, exponent)
      #expect(abs(exponent.powerOfTwo / power - 1) < 1e-12)
      #expect(abs(power.binaryLogarithm - exponent) < 1e-12 * max(1, abs(exponent)))
    }
  }

  @Test func `the geometric mean of numbers is the root of their product`() throws {
    #expect(abs(try #require([1.0, 10, 100].geometricMean) - 10) < 1e-9)
    #expect([0.0, 3].geometricMean == 0)
    #expect([Double]().geometricMean == nil)
  }
}
