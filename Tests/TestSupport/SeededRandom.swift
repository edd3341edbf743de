import SimulationModels

/// The random numbers of a test: the same in every run.
package struct SeededRandom: RandomNumberGenerator {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package mutating func next() -> UInt64 { generator.next() }
}
