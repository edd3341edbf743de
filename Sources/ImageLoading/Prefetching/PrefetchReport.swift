/// The results of the requests given to a prefetcher.
public struct PrefetchReport: Sendable {
  /// A request that was not loaded; a stopped one has the error `.cancelled`.
  public struct Failure: Sendable {
    /// The request that failed.
    public let request: ImageRequest
    /// The error.
    public let error: ImageError
  }

  /// The requests that were loaded, in order of completion.
  public internal(set) var loaded: [ImageRequest] = []
  /// The requests whose pictures were already in memory.
  public internal(set) var alreadyInMemory: [ImageRequest] = []
  /// The requests that failed, with their errors.
  public internal(set) var failed: [Failure] = []

  /// Creates an empty report.
  public init() {}
}
