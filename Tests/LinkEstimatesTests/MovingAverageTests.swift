import LinkEstimates
import Testing

@Suite struct MovingAverageTests {
  @Test func `the first value counts whole, and each later one its part`() {
    var time = MovingAverage<Duration>(divisor: 4)
    #expect(time.value == nil)
    time.add(.milliseconds(100))
    #expect(time.value == .milliseconds(100))
    time.add(.milliseconds(200))
    #expect(time.value == .milliseconds(125))
    time.add(.milliseconds(25))
    #expect(time.value == .milliseconds(100))
  }

  @Test func `an average follows a lasting change`() {
    var size = MovingAverage<Double>(divisor: 8)
    size.add(1_000)
    for _ in 0..<64 { size.add(3_000) }
    #expect(size.value.map { abs($0 - 3_000) < 1 } == true)
  }

  @Test(arguments: [1, 0, -3]) func `a divisor below 2 keeps the latest value`(_ divisor: Int) {
    var size = MovingAverage<Double>(divisor: divisor)
    for value in [5.0, -2, 7] { size.add(value) }
    #expect(size.value == 7)
  }
}
