import FoundationEssentials

/// What makes two requests give the same picture, whoever asks and however urgently.
struct ImageKey: Hashable, Sendable {
  let url: URL
  let target: ImageTarget
  /// The identifiers of the processors, in the order in which they run.
  let processors: [String]
}
