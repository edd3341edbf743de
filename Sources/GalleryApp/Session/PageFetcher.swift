import DiskCache
import Dispatch
import FoundationEssentials
import Glibc
import ImageLoading
import Raster
import ServerSources
import Synchronization
import TerminalUI

/// Fetches pages of lists from servers, blocking the thread that reads the list.
///
/// After a transient failure, a page is retried like a picture. A server's header fields are sent only to that server,
/// whatever a page links to, and their responses are not cached.
struct PageFetcher: Sendable {
  private let loader = DataLoader()
  private let retry = RetryPolicy()
  private let headers: OriginHeaders
  private let limits: ImageLimits
  private let cache: PageCache?
  private let clock: any ProgramClock

  /// - Parameter cache: the cache for pages; nil for none.
  init(_ loading: SessionConfiguration.Loading, cache: DataCache?, clock: any ProgramClock) {
    headers = loading.headers
    self.clock = clock
    self.cache = cache.map { PageCache(cache: $0) }
    var limits = loading.limits
    limits.maxBytes = min(limits.maxBytes, ServerPage.mostBytes)
    self.limits = limits
  }

  func fetch(_ address: String) -> PageAnswer {
    guard let url = URL(escaping: address) else { return .failed("its address is not a URL") }
    let fields = headers.fields(for: url)
    guard fields.isEmpty, let cache else { return ask(url, fields).answer(from: address) }
    let known = cache.page(at: url)
    var outcome = ask(url, fields, known?.condition ?? .none)
    switch (outcome, known) {
    case (.page(let head, _), let known?) where head.status == 304 && head.isFrom(url):
      cache.confirm(known, head, at: url)
      return known.answer(from: address)
    case (.page(let head, _), _) where head.status == 304: outcome = ask(url, fields)
    case (.failed(let error, _), let known?)
    where error.isUnavailability && known.mayBeShownWhenDisconnected:
      return known.answer(from: address)
    default: break
    }
    if case .page(let head, let body) = outcome { cache.keep(body, head, at: url) }
    return outcome.answer(from: address)
  }

  private func ask(
    _ url: URL, _ fields: [String: String], _ condition: DataRequest.Condition = .none
  ) -> PageReceipt.Outcome {
    var attempt = 1
    while true {
      let receipt = PageReceipt()
      var request = DataRequest(url: url, limits: limits, condition: condition, headers: fields)
      request.content = .page
      let task = loader.loadData(for: request) { receipt.receive($0) }
      let outcome = receipt.wait()
      task.cancel()
      guard case .failed(let error, let retryAfter) = outcome,
        let delay = retry.delay(
          after: error, attempt: attempt, retryAfter: retryAfter, random: .random(in: 0..<1))
      else { return outcome }
      attempt += 1
      clock.wait(until: clock.now + delay)
    }
  }
}

extension PageCache.Page {
  fileprivate func answer(from address: String) -> PageAnswer {
    .page(ServerPage(address: address, type: type, body: body))
  }
}

/// The result of one request for a page.
private final class PageReceipt: Sendable {
  enum Outcome {
    case page(ResponseHead, [UInt8])
    case picture
    case failed(ImageError, retryAfter: Duration?)

    func answer(from address: String) -> PageAnswer {
      switch self {
      case .page(let head, let body):
        .page(
          ServerPage(
            address: head.url?.absoluteString ?? address, type: head.fields["Content-Type"] ?? "",
            body: body))
      case .picture: .picture
      case .failed(let error, _): .failed("\(error)")
      }
    }
  }

  private struct State {
    var head: ResponseHead?
    var body: [UInt8] = []
    var outcome: Outcome?

    mutating func receive(_ event: DataEvent) {
      switch event {
      case .response(let head):
        self.head = head
        let type = head.fields["Content-Type"]?.lowercased() ?? ""
        if (200...299).contains(head.status), type.hasPrefix("image/") { outcome = .picture }
      case .data(let data):
        body += data
        if ServerPage.isPicture(beginningWith: body) { outcome = .picture }
      case .failed(let error):
        let retryAfter = head?.retryDelay(receivedAt: time(nil))
        outcome = .failed(error, retryAfter: retryAfter)
      case .finished:
        outcome = head.map { .page($0, body) } ?? .failed(.empty, retryAfter: nil)
      }
    }
  }

  private let state = Mutex(State())
  private let end = DispatchSemaphore(value: 0)

  /// Receives an event; once the response is known to be a picture, it ends.
  func receive(_ event: DataEvent) {
    let isEnd = state.withLock { state in
      guard state.outcome == nil else { return false }
      state.receive(event)
      return state.outcome != nil
    }
    if isEnd { end.signal() }
  }

  func wait() -> Outcome {
    end.wait()
    return state.withLock { $0.outcome } ?? .failed(.cancelled, retryAfter: nil)
  }
}
