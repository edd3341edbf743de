import Testing

@testable import Raster

@Suite struct AreaSpanTests {
  @Test func `spans cover the source without a gap and weigh one each`() {
    for source in 1...40 {
      for target in 1...source {
        var weights = Array(repeating: Float(0), count: source)
        for position in 0..<target {
          let span = AreaSpan(of: position, target: target, source: source)
          let whole = Float(target) / Float(source)
          let total = span.leadWeight + Float(span.wholeCount) * whole + span.tailWeight
          #expect(abs(total - 1) < 1e-5)
          #expect(0..<source ~= Int(span.lead) && 0..<source ~= Int(span.tail))
          weights[Int(span.lead)] += span.leadWeight
          for pixel in 0..<Int(span.wholeCount) { weights[Int(span.lead) + 1 + pixel] += whole }
          weights[Int(span.tail)] += span.tailWeight
        }
        #expect(weights.allSatisfy { abs($0 - Float(target) / Float(source)) < 1e-5 })
      }
    }
  }
}
