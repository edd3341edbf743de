import ImageLoading
import Synchronization

/// A server that never answers: a fetch ends only when it is cancelled.
struct SilentLoader: DataLoading {
  private final class Fetch: DataTask {
    private let receive: Mutex<(@Sendable (DataEvent) -> Void)?>

    init(_ receive: @escaping @Sendable (DataEvent) -> Void) { self.receive = Mutex(receive) }

    func cancel() {
      let receive = receive.withLock { receive in
        defer { receive = nil }
        return receive
      }
      receive?(.failed(.cancelled))
    }
  }

  func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    Fetch(receive)
  }
}
