import FoundationEssentials

/// Fetches the bytes behind a URL.
///
/// The pipeline asks it for `http` and `https` URLs only, and never for more at a time than its
/// configuration allows.
public protocol DataLoading: Sendable {
  /// Starts to fetch, from any thread, and returns without waiting for anything.
  ///
  /// - Parameters:
  ///   - request: which bytes, and under which condition; the loader keeps to its limits.
  ///   - receive: called with one event after the other, on any thread, never from inside this
  ///     call. The last one is `.finished` or `.failed`; after a cancel that came in time it is
  ///     `.failed(.cancelled)`.
  func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask
}

/// A fetch that has been started.
public protocol DataTask: Sendable {
  /// Stops it, from any thread, without waiting; once it has ended this does nothing.
  func cancel()
}

/// What a fetch comes to, step by step.
///
/// At most one `response`, then any number of `data`, then exactly one `finished` or `failed`. An
/// error status (404, 503) comes as a `response`, whose fields say when to try again, and then as
/// `failed(.status)`.
public enum DataEvent: Sendable {
  /// The head of the answer, before any bytes.
  case response(ResponseHead)
  /// The next piece of the body.
  case data(Data)
  /// The body is complete.
  case finished
  /// There will be no more; what came before may still be of use.
  case failed(ImageError)
}

extension DataEvent {
  /// Whether nothing follows.
  package var isLast: Bool {
    switch self {
    case .response, .data: false
    case .finished, .failed: true
    }
  }
}
