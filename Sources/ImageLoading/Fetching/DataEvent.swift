import FoundationEssentials

/// What a fetch comes to, step by step.
///
/// At most one `response`, then any number of `data`, then exactly one `finished` or `failed`. An
/// error status (404, 503) comes as a `response`, whose fields say when to try again, and then as
/// `failed(.status)`.
public enum DataEvent: Sendable {
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
  var isLast: Bool {
    switch self {
    case .response, .data: false
    case .finished, .failed: true
    }
  }
}
