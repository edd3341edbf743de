/// The source pixels under one target pixel, along one axis, and how much of each.
///
/// Both axes are cut into `source * target` equal parts: a source pixel is `target` parts long, a
/// target pixel `source` parts, so that every share is a whole number and a span's shares add up
/// to `source`.
struct AreaSpan: Equatable {
  /// The first source pixel, counted by `leadWeight`.
  let lead: Int32
  /// How many source pixels after the first lie wholly inside, each counted by `target`.
  let wholeCount: Int32
  /// The last source pixel, counted by `tailWeight`; inside the source even where that is 0.
  let tail: Int32
  let leadWeight: UInt32
  let tailWeight: UInt32

  init(of position: Int, target: Int, source: Int) {
    let start = position * source
    let end = start + source
    let lead = start / target
    let leadWeight = (lead + 1) * target - start
    let tail = min(end / target, source - 1)
    self.lead = Int32(lead)
    self.tail = Int32(tail)
    wholeCount = Int32(end / target - lead - 1)
    self.leadWeight = UInt32(leadWeight)
    tailWeight = UInt32(end % target)
  }
}
