/// The source pixels under one target pixel, along one axis, and how much each counts.
///
/// Both axes are cut into `source * target` equal parts: a source pixel is `target` parts long, a
/// target pixel `source` parts, so that every share is a whole number of parts.
struct AreaSpan: Equatable {
  /// The first source pixel.
  let lead: Int32
  /// How many source pixels after the first lie wholly inside.
  let wholeCount: Int32
  /// The last source pixel; inside the source even where it counts nothing.
  let tail: Int32
  let leadWeight: Float
  let tailWeight: Float

  init(of position: Int, target: Int, source: Int) {
    let start = position * source
    let end = start + source
    lead = Int32(start / target)
    tail = Int32(min(end / target, source - 1))
    wholeCount = Int32(end / target) - lead - 1
    leadWeight = Float(target - start % target) / Float(source)
    tailWeight = Float(end % target) / Float(source)
  }
}
