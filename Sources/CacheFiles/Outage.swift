/// The state of writing after failures.
package struct Outage: Sendable {
  /// The cause; nil while writing works.
  package private(set) var cause: SystemError?
  /// The time of the next attempt, in seconds since 1970; nil for a permanent failure.
  private var retryTime: Int?

  /// The pause before a retry; a full disk rarely has room again sooner.
  private static let pauseSeconds = 60

  package init() {}

  package func allowsWriting(at now: Int) -> Bool {
    guard cause != nil else { return true }
    return retryTime.map { $0 <= now } ?? false
  }

  package mutating func begin(_ error: SystemError, at now: Int) {
    cause = error
    retryTime = error.isPassing ? now + Self.pauseSeconds : nil
  }

  package mutating func end() {
    cause = nil
    retryTime = nil
  }
}
