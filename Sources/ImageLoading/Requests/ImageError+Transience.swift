import Foundation

extension ImageError {
  /// Whether another attempt may succeed where this one has failed.
  public var isTransient: Bool {
    switch self {
    case .connection(let code, _): Self.transientCodes.contains(code)
    case .timedOut, .tooSlow, .truncated, .status(408), .status(429), .status(500...599): true
    default: false
    }
  }

  /// Whether the server is out of reach or out of order, so that an old copy is better than none
  /// (RFC 9111, 4.2.4; RFC 5861, 4).
  var isUnavailability: Bool {
    switch self {
    case .connection, .timedOut, .tooSlow, .truncated, .status(500...599): true
    default: false
    }
  }

  /// "Unknown" is what libcurl has a name for and URLSession has not.
  ///
  /// A host that no one knows is not among
  /// them: its name stays wrong.
  private static let transientCodes: Set<Int> = [
    NSURLErrorUnknown, NSURLErrorTimedOut, NSURLErrorCannotConnectToHost,
    NSURLErrorSecureConnectionFailed, NSURLErrorNetworkConnectionLost, NSURLErrorBadServerResponse,
  ]
}
