import FoundationEssentials
import ImageRequests
import LoadPlanning
import Synchronization

/// A fetch that waits until a test sends its events.
package final class HeldFetch: DataTask {
  package let request: DataRequest
  private let receive: Mutex<(@Sendable (DataEvent) -> Void)?>
  private let didCancel: @Sendable (URL) -> Void

  /// - Parameter didCancel: called if the fetch is canceled before its last event.
  package init(
    _ request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void,
    didCancel: @escaping @Sendable (URL) -> Void = { _ in }
  ) {
    self.request = request
    self.receive = Mutex(receive)
    self.didCancel = didCancel
  }

  /// Sends events, unless an earlier one was the last.
  ///
  /// - Returns: false if the fetch had ended.
  @discardableResult
  package func send(_ events: [DataEvent]) -> Bool {
    let receive = receive.withLock { receive in
      defer { if events.contains(where: \.isLast) { receive = nil } }
      return receive
    }
    for event in events { receive?(event) }
    return receive != nil
  }

  package func cancel() {
    if send([.failed(.cancelled)]) { didCancel(request.url) }
  }
}
