import SimulationModels

/// The sizes of pictures: most are small, a few are very large.
///
/// They have a Pareto distribution of index 1, cut off at 512 KB; its mean is 34 KB. Crovella and Bestavros
/// (1997) found indices between 1.0 and 1.3 for the transfers of the web.
package struct PictureSizes: Hashable, Sendable {
  /// The size of the smallest picture, in bytes.
  package static let least = 8_000
  /// The size of the largest picture, in bytes.
  package static let most = 512_000

  private let chance: Chance

  package init(seed: UInt64) {
    chance = Chance(seed: seed)
  }

  package func bytes(of item: Int) -> Int {
    // The inverse distribution function: for index 1 it needs only a division.
    let beyond = Double(Self.least) / Double(Self.most)
    return Int(Double(Self.least) / (1 - chance.value(of: item, 3) * (1 - beyond)))
  }
}
