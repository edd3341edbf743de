import SimulationModels
import Testing

@Suite struct SeededGeneratorTests {
  @Test func `the numbers are those of SplitMix64`() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func `a text is hashed with FNV-1a`() {
    #expect(SeededGenerator(text: "") == SeededGenerator(seed: 0xCBF2_9CE4_8422_2325))
    #expect(SeededGenerator(text: "a") == SeededGenerator(seed: 0xAF63_DC4C_8601_EC8C))
    #expect(SeededGenerator(text: "foobar") == SeededGenerator(seed: 0x8594_4171_F739_67E8))
    #expect(SeededGenerator(seed: 1, text: "a") != SeededGenerator(seed: 2, text: "a"))
  }
}
