import Synchronization

/// Names one fetch, through all its redirects, and cancels it.
final class TransferTicket: DataTask {
  private let isCancelledFlag = Atomic(false)
  private let session: TransferSession
  /// Whose fetch it is.
  let loader: ObjectIdentifier

  init(session: TransferSession, loader: ObjectIdentifier) {
    self.session = session
    self.loader = loader
  }

  var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

  func cancel() {
    let wasCancelled = isCancelledFlag.exchange(true, ordering: .relaxed)
    if !wasCancelled { session.cancel(self) }
  }
}
