import FoundationEssentials
import ImageRequests
import LoadPlanning
import Synchronization
import TestSupport

/// Fetches nothing by itself: each fetch waits until the test answers it.
package final class HeldDataLoader: DataLoading {
  private let fetches = Mutex<[HeldFetch]>([])
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
    let fetch = HeldFetch(
      request, receive: receive, didCancel: { [cancelledURLs] in cancelledURLs.add($0) })
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
