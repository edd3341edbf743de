import SimulationModels

/// Random numbers determined by a seed, an item and a purpose, in whatever order they are drawn.
struct Chance: Hashable, Sendable {
  /// The seed.
  let seed: UInt64

  /// Creates the numbers of a seed.
  init(seed: UInt64) { self.seed = seed }

  /// Returns a number from 0 to below 1.
  ///
  /// - Parameter purpose: a number that is different for each use.
  func value(of item: Int, _ purpose: UInt64) -> Double {
    let increment = SeededGenerator.increment
    let place = seed &+ increment &* (UInt64(bitPattern: Int64(item)) &+ 1)
    let mixed = SeededGenerator.mixed(place ^ SeededGenerator.mixed(purpose &+ increment))
    return Double(mixed >> 11) * 0x1p-53
  }
}
