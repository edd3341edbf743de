import FoundationEssentials

/// The work for a coarse picture that is made before the whole one.
struct StandInWork: Sendable {
  enum Stage: Sendable {
    /// To look at the beginning of the file.
    case look
    /// To decode it at an eighth of its size.
    case decodeEighth
  }

  let request: ImageRequest
  var stage = Stage.look
  /// All there is of the file; nil for one that is to be read.
  let bytes: Data?
  /// Whether anything counts that comes much sooner than the picture.
  let isHurried: Bool
}
