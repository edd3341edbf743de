import FoundationEssentials
import LoadPlanning
import Synchronization
import TestSupport

/// Fetches nothing by itself: each fetch waits until the test answers it.
package final class HeldDataLoader: DataLoading {
  private final class Fetch: DataTask {
    let request: DataRequest
    private let receive: Mutex<(@Sendable (DataEvent) -> Void)?>
    private let cancelled: Log<URL>

    init(
      _ request: DataRequest, _ cancelled: Log<URL>,
      _ receive: @escaping @Sendable (DataEvent) -> Void
    ) {
      self.request = request
      self.cancelled = cancelled
      self.receive = Mutex(receive)
    }

    /// Sends events, unless an earlier one was the last; says whether it has.
    @discardableResult
    func send(_ events: [DataEvent]) -> Bool {
      let receive = receive.withLock { receive in
        defer { if events.contains(where: \.isLast) { receive = nil } }
        return receive
      }
      for event in events { receive?(event) }
      return receive != nil
    }

    func cancel() {
      if send([.failed(.cancelled)]) { cancelled.add(request.url) }
    }
  }

  private let fetches = Mutex<[Fetch]>([])
  private let cancelledURLs = Log<URL>()

  package init() {}

  /// Every request, in order.
  package var requests: [DataRequest] { fetches.withLock { $0.map(\.request) } }

  /// Every URL that was asked for, in order.
  package var started: [URL] { requests.map(\.url) }

  /// Every URL whose fetch was stopped before it was answered.
  package var cancelled: [URL] { cancelledURLs.entries }

  package func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    let fetch = Fetch(request, cancelledURLs, receive)
    fetches.withLock { $0.append(fetch) }
    return fetch
  }

  /// Sends events to the fetches of a URL that are still waiting.
  package func send(_ events: [DataEvent], for url: URL) {
    for fetch in fetches.withLock({ $0 }) where fetch.request.url == url { fetch.send(events) }
  }

  /// Answers the fetches of a URL that are still waiting.
  package func answer(_ url: URL, _ result: Result<Data, ImageError> = .success(Data([7]))) {
    switch result {
    case .success(let body):
      let head = ResponseHead(status: 200, expectedBytes: body.count)
      send([.response(head), .data(body), .finished], for: url)
    case .failure(let error): send([.failed(error)], for: url)
    }
  }
}
