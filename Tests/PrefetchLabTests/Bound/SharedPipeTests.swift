import Testing

@testable import PrefetchLab

@Suite struct SharedPipeTests {
  private func completions(_ entries: [(Double, Double)]) -> [Double] {
    SharedPipe.completions(
      of: entries.map { SharedPipe.Entry(arrival: $0.0, length: $0.1) })
  }

  @Test func `One transfer has the whole pipe`() {
    #expect(completions([(5, 10)]) == [15])
  }

  @Test func `Two share it equally while both are there`() {
    #expect(completions([(0, 10), (0, 10)]) == [20, 20])
    // Five alone, ten shared, fifteen alone.
    #expect(completions([(0, 10), (5, 20)]) == [15, 30])
  }

  @Test func `Nothing is lost over a pause, or over a transfer without bytes`() {
    #expect(completions([(0, 3), (10, 0), (10, 4)]) == [3, 10, 14])
    #expect(completions([]) == [])
  }
}
