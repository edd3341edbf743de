import FoundationEssentials

/// The bytes of one URL on their way, and the requests that wait for them.
struct TransferLoad: Sendable {
  enum Stage: Sendable {
    case waiting
    case fetching
    /// Over; the bytes, if there are any, are kept while a picture is made of them.
    case ended(Data?)
  }

  let id: LoadID
  var audience = Audience<ImageRequest>()
  var stage = Stage.waiting

  /// Whether a cancellation has something to stop.
  var isFetching: Bool {
    if case .fetching = stage { true } else { false }
  }

  /// What has come, for requests that join late.
  var bytes: Data? {
    if case .ended(let bytes) = stage { bytes } else { nil }
  }
}
