import FoundationEssentials

/// Fetches the bytes behind a URL.
///
/// The pipeline asks it for `http` and `https` URLs only, never for more at a time than its
/// configuration allows.
public protocol DataLoading: Sendable {
  /// Starts to fetch, from any thread, and returns without waiting for anything.
  ///
  /// - Parameters:
  ///   - limits: its `maxBytes` and `timeout` are to be kept.
  ///   - completion: called exactly once, on any thread; after a cancel that came in time, with
  ///     `.cancelled`.
  func loadData(
    from url: URL, limits: ImageLimits,
    completion: @escaping @Sendable (Result<Data, ImageError>) -> Void
  ) -> any DataTask
}

/// A fetch that has been started.
public protocol DataTask: Sendable {
  /// Stops it, from any thread, without waiting; once it has ended this does nothing.
  func cancel()
}
