import Testing

@testable import Raster

@Suite struct LinearLightTests {
  private let sRGB = LinearLight.sRGB

  @Test func `amounts are those of the standard`() {
    for value in 0...255 {
      let exact = light(Double(value) / 255) * 65_535
      #expect(abs(Double(sRGB.amounts[value]) - exact) <= 0.5)
    }
  }

  @Test func `an amount has the nearest value`() {
    #expect(sRGB.values.count == 65_536)
    let errors = sRGB.values.indices.map { amount in
      abs(Double(sRGB.values[amount]) - value(Double(amount) / 65_535) * 255)
    }
    // Half a value, and half an amount, of which a dark value has twenty.
    #expect(errors.allSatisfy { $0 <= 0.526 })
  }

  @Test func `every value comes back`() {
    for value in 0...255 { #expect(Int(sRGB.values[Int(sRGB.amounts[value])]) == value) }
  }
}
