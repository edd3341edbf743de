import FoundationEssentials

/// Names a picture: requests with equal keys give the same one, whoever asks and however urgently.
public struct ImageKey: Hashable, Sendable {
  let url: URL
  let target: ImageTarget
  /// The identifiers of the processors, in the order in which they run.
  let processors: [String]
}
