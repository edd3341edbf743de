import FoundationEssentials
import ImageRequests
import LoadPlanning
import TestSupport

/// Answers each fetch after delays in virtual time.
package final class TimedDataLoader: DataLoading {
  /// An event, and the time from the request to it.
  package typealias TimedEvent = (after: Duration, event: DataEvent)

  /// A request, and the time at which it came.
  package struct Request: Sendable {
    package let instant: Duration
    package let url: URL
  }

  private let time: VirtualTime
  private let answer: @Sendable (_ url: URL, _ attempt: Int) -> [TimedEvent]
  private let log = Log<Request>()

  /// - Parameter answer: the events for a URL; attempts at one URL count from 1.
  package init(
    in time: VirtualTime, answer: @escaping @Sendable (_ url: URL, _ attempt: Int) -> [TimedEvent]
  ) {
    self.time = time
    self.answer = answer
  }

  /// All requests, in order.
  package var requests: [Request] { log.entries }

  package func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    let fetch = HeldFetch(request, receive: receive)
    let start = time.now
    log.add(Request(instant: start, url: request.url))
    let attempt = log.entries.count { $0.url == request.url }
    for (delay, event) in answer(request.url, attempt) {
      time.schedule(at: start + delay) { fetch.send([event]) }
    }
    return fetch
  }

  /// A whole answer after a delay.
  package static func body(_ body: Data, after delay: Duration) -> [TimedEvent] {
    let head = ResponseHead(status: 200, expectedBytes: body.count)
    return [(delay, .response(head)), (delay, .data(body)), (delay, .finished)]
  }

  /// An error status after a delay.
  package static func failure(_ head: ResponseHead, after delay: Duration) -> [TimedEvent] {
    [(delay, .response(head)), (delay, .failed(.status(head.status)))]
  }
}
