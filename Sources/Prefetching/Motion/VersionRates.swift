/// The items a second that the link can bring, of whole pictures and of smaller ones.
package struct VersionRates: Hashable, Sendable {
  /// The part of its bytes that a picture of half the width and height has: pixels to the power of 0.75.
  ///
  /// The halves of fifteen photographs, 160 to 640 pixels wide, took 31 to 37 % of what libjpeg made of the whole.
  package static let half = 0.354
  /// The part of a quarter of the width and height: 12 to 13 % there.
  package static let quarter = half * half
  /// A smaller version that the link does not bring so many times as fast is not worth its loss of detail: latencies
  /// are the same for all.
  private static let leastGain = 1.25

  package let ofWhole: Double
  /// Those of half the width and height.
  package let ofHalves: Double
  /// Those of a quarter of them.
  package let ofQuarters: Double

  /// Makes rates, of whole pictures, of halves and of quarters.
  package init(ofWhole: Double, ofHalves: Double, ofQuarters: Double) {
    self.ofWhole = ofWhole
    self.ofHalves = ofHalves
    self.ofQuarters = ofQuarters
  }

  /// What width and height are best divided by for so many items a second: 1 where the link keeps up, else 2 or 4.
  func reduction(for itemsPerSecond: Double) -> Int {
    guard itemsPerSecond > ofWhole, ofQuarters >= ofWhole * Self.leastGain else { return 1 }
    return itemsPerSecond <= ofHalves || ofQuarters < ofHalves * Self.leastGain ? 2 : 4
  }
}
