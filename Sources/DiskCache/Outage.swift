/// Whether writing had to be given up, and until when.
struct Outage {
  /// Why; nil while writing works.
  private(set) var cause: SystemError?
  /// When it is tried again, in seconds since 1970; never, for what does not pass by itself.
  private var retryTime: Int?

  /// A disk rarely has room again sooner than somebody could see to it.
  private static let pauseSeconds = 60

  func allowsWriting(at now: Int) -> Bool {
    guard cause != nil else { return true }
    return retryTime.map { $0 <= now } ?? false
  }

  mutating func begin(_ error: SystemError, at now: Int) {
    cause = error
    retryTime = error.isPassing ? now + Self.pauseSeconds : nil
  }

  mutating func end() {
    cause = nil
    retryTime = nil
  }
}
