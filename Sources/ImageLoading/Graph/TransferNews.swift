/// Names one fetch of a transfer.
typealias AttemptID = UInt64

extension TransferTable {
  /// What becomes of transfers, in the order in which it does.
  enum News: Sendable {
    case action(TransferAction)
    case progress(LoadID, ImageProgress)
    /// More of the body is here: something may be made of it.
    case arrived(LoadID)
    case retrying(LoadID, after: Duration, because: ImageError)
    case ended(LoadID, Result<LoadOutput, ImageError>)
  }

  /// What has been done so far.
  struct Counters: Sendable {
    /// Each transfer counts once, however often it is tried.
    var started = 0
    var resumed = 0
    /// Attempts after a failed one.
    var retries = 0
  }
}
