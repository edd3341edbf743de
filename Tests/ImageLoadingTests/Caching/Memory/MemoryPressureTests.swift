import Testing

@testable import ImageLoading

@Suite struct MemoryPressureTests {
  /// The levels after readings a second apart.
  private func levels(_ readings: [MemoryReading]) -> [MemoryPressure.Level] {
    var pressure = MemoryPressure()
    return readings.enumerated().map { second, reading in
      pressure.record(reading, at: .seconds(second))
      return pressure.level
    }
  }

  @Test func `without readings there is no pressure`() {
    #expect(levels([MemoryReading()]) == [.none])
  }

  @Test(arguments: [
    (0.84, MemoryPressure.Level.none), (0.85, .moderate), (0.94, .moderate), (0.95, .strong),
  ])
  func `pressure rises at once with what is used`(share: Double, level: MemoryPressure.Level) {
    #expect(levels([MemoryReading(usedShare: share)]) == [level])
  }

  @Test(arguments: [
    (9.9, MemoryPressure.Level.none), (10, .moderate), (39, .moderate), (40, .strong),
  ])
  func `pressure rises at once with what is stalled`(
    percent: Double, level: MemoryPressure.Level
  ) {
    #expect(levels([MemoryReading(stalledPercent: percent)]) == [level])
    #expect(levels([MemoryReading(usedShare: 0.1, stalledPercent: percent)]) == [level])
  }

  @Test func `between the thresholds it stays what it was`() {
    let between = Array(repeating: MemoryReading(usedShare: 0.8), count: 60)
    #expect(levels(between).last == MemoryPressure.Level.none)
    #expect(levels([MemoryReading(usedShare: 0.85)] + between).last == .moderate)
  }

  @Test func `it falls after ten calm seconds, a level at a time`() {
    let calm = Array(repeating: MemoryReading(usedShare: 0.1, stalledPercent: 0), count: 30)
    let levels = levels([MemoryReading(usedShare: 0.99)] + calm)
    #expect(levels[1...10].allSatisfy { $0 == .strong })
    #expect(levels[11...20].allSatisfy { $0 == .moderate })
    #expect(levels[21...].allSatisfy { $0 == .none })
  }

  @Test func `a restless second starts the calm anew`() {
    let calm = Array(repeating: MemoryReading(usedShare: 0.1), count: 8)
    let restless = [MemoryReading(usedShare: 0.86)]
    #expect(levels(restless + calm + restless + calm).last == .moderate)
  }

  @Test func `what makes no sense is no pressure`() {
    #expect(levels([MemoryReading(usedShare: .nan, stalledPercent: .nan)]) == [.none])
    #expect(levels([MemoryReading(usedShare: -.infinity, stalledPercent: -1)]) == [.none])
  }
}
