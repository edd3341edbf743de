import Testing

@testable import PrefetchLab

@Suite struct DecimalTests {
  @Test(arguments: [
    (0, 0, "0"), (0.5, 0, "1"), (-0.4, 0, "0"), (1.005, 1, "1.0"), (0.05, 1, "0.1"),
    (-12.34, 1, "-12.3"), (3, 2, "3.00"), (99.999, 2, "100.00"),
  ])
  func `numbers are rounded to places`(number: Double, places: Int, text: String) {
    #expect(number.rounded(toPlaces: places) == text)
  }
}
