import Foundation
import Prefetching
import Testing

@testable import PrefetchLab

@Suite struct LogarithmTests {
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
