/// The results of the requests that a prefetcher was given.
public struct PrefetchReport: Sendable {
  /// A request that was not loaded: stopped ones have the error `.cancelled`.
  public struct Failure: Sendable {
    /// The request that failed.
    public let request: ImageRequest
    /// Why it failed.
    public let error: ImageError
  }

  /// Loaded, in the order in which they were ready.
  public internal(set) var loaded: [ImageRequest] = []
  /// Nothing had to be done for these.
  public internal(set) var alreadyInMemory: [ImageRequest] = []
  /// The requests that failed, each with its error.
  public internal(set) var failed: [Failure] = []

  /// An empty report.
  public init() {}
}
