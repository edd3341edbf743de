import FoundationEssentials
import ImageRequests

/// A type that fetches the bytes of URLs.
///
/// The pipeline only passes it `http` and `https` URLs, and never more at a time than its configuration allows.
public protocol DataLoading: Sendable {
  /// Starts a fetch, from any thread, and returns immediately.
  ///
  /// - Parameters:
  ///   - request: the URL, the condition, and the limits, which the loader must enforce.
  ///   - receive: called with one event at a time, on any thread, but never from inside this call.
  ///     The last event is `.finished` or `.failed`; after a timely cancel, it is
  ///     `.failed(.cancelled)`.
  func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask
}

/// A fetch in progress.
public protocol DataTask: Sendable {
  /// Cancels the fetch, from any thread, without blocking; does nothing once it has ended.
  func cancel()
}

/// An event of a fetch.
///
/// At most one `response` is followed by any number of `data`, and exactly one `finished` or
/// `failed`. An error status such as 404 or 503 comes as a `response`, whose fields say when to
/// retry, followed by `failed(.status)`.
public enum DataEvent: Sendable {
  /// The head of the response, before any data.
  case response(ResponseHead)
  /// The next chunk of the body.
  case data(Data)
  /// The body is complete.
  case finished
  /// The fetch has failed; data received before may still be useful.
  case failed(ImageError)
}

extension DataEvent {
  /// Whether this is the last event of a fetch.
  package var isLast: Bool {
    switch self {
    case .response, .data: false
    case .finished, .failed: true
    }
  }
}
