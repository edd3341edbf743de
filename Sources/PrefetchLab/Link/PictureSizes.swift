import Seeds

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
  private let mix: PictureMix

  package init(seed: UInt64, of mix: PictureMix = .plain) {
    chance = Chance(seed: seed)
    self.mix = mix
  }

  package func bytes(of item: Int) -> Int {
    // The inverse of the distribution function: at index 1 it takes no more than a division.
    let beyond = Double(Self.least) / Double(Self.most)
    return Int(Double(Self.least) / (1 - chance.value(of: item, 3) * (1 - beyond)))
  }

  /// The bytes of a picture that a client asks for once it knows the beginning.
  ///
  /// That says of a progressive picture no more than that it is one.
  package func foreseenBytes(of item: Int) -> Int {
    let whole = bytes(of: item)
    guard isProgressive(item) else { return whole }
    return min(whole, PictureMix.headerBytes + Int(Double(whole) * PictureMix.longestFirstScan))
  }

  /// The bytes after which a tile shows all that it ever will; all of them for a plain picture.
  package func neededBytes(of item: Int) -> Int {
    let whole = bytes(of: item)
    guard isProgressive(item) else { return whole }
    return min(whole, PictureMix.headerBytes + Int(Double(whole) * PictureMix.firstScan))
  }

  private func isProgressive(_ item: Int) -> Bool { chance.value(of: item, 4) < mix.progressive }
}
