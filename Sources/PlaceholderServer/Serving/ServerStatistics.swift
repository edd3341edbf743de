/// What the server was asked for and what became of it; `/stats` itself is left out.
///
/// `requests` is always the sum of `completed`, `aborted` and `inFlight`.
package struct ServerStatistics: Codable, Hashable, Sendable {
  /// The same for one path with its query, as it was received.
  package struct Path: Codable, Hashable, Sendable {
    package var requests = 0
    package var completed = 0
    package var aborted = 0

    /// Of all its bodies, those that are still on their way included.
    package var bytes = 0

    /// Of the answers whose client left.
    package var abortedBytes = 0

    private enum CodingKeys: String, CodingKey {
      case requests, completed, aborted, bytes
      case abortedBytes = "aborted_bytes"
    }
  }

  package var requests = 0

  /// Answers sent to the end that was meant for them, a fault that was asked for included.
  package var completed = 0

  /// Answers whose client left before that end.
  package var aborted = 0

  /// Bytes of bodies handed to the system, without heads; they grow while a body is on its way.
  package var bytes = 0

  package var inFlight = 0

  /// The latest 4,096 paths, counted from when each was first asked for.
  package var paths: [String: Path] = [:]

  private enum CodingKeys: String, CodingKey {
    case requests, completed, aborted, bytes, paths
    case inFlight = "in_flight"
  }
}
