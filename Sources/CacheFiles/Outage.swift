/// Whether the cache has given up writing, and until when.
package struct Outage: Sendable {
  /// Why; nil while writing works.
  package private(set) var cause: SystemError?
  /// The next attempt, in seconds since 1970; nil for a failure that does not pass by itself.
  private var retryTime: Int?

  /// A disk rarely has room again before a person could see to it.
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
