import FoundationEssentials
import Synchronization

@testable import ImageLoading

/// Fetches nothing by itself: each fetch waits until the test answers it.
final class HeldDataLoader: DataLoading {
  private final class Fetch: DataTask {
    let url: URL
    private let completion: Mutex<(@Sendable (Result<Data, ImageError>) -> Void)?>
    private let cancelled: Log<URL>

    init(
      _ url: URL, _ cancelled: Log<URL>,
      _ completion: @escaping @Sendable (Result<Data, ImageError>) -> Void
    ) {
      self.url = url
      self.cancelled = cancelled
      self.completion = Mutex(completion)
    }

    /// Says whether it was the first answer.
    @discardableResult
    func answer(_ result: Result<Data, ImageError>) -> Bool {
      let completion = completion.withLock { completion in
        defer { completion = nil }
        return completion
      }
      completion?(result)
      return completion != nil
    }

    func cancel() {
      if answer(.failure(.cancelled)) { cancelled.add(url) }
    }
  }

  private let fetches = Mutex<[Fetch]>([])
  private let cancelledURLs = Log<URL>()

  /// Every URL that was asked for, in order.
  var started: [URL] { fetches.withLock { $0.map(\.url) } }

  /// Every URL whose fetch was stopped before it was answered.
  var cancelled: [URL] { cancelledURLs.entries }

  func loadData(
    from url: URL, limits: ImageLimits,
    completion: @escaping @Sendable (Result<Data, ImageError>) -> Void
  ) -> any DataTask {
    let fetch = Fetch(url, cancelledURLs, completion)
    fetches.withLock { $0.append(fetch) }
    return fetch
  }

  /// Answers the fetches of a URL that are still waiting.
  func answer(_ url: URL, _ result: Result<Data, ImageError> = .success(Data([7]))) {
    for fetch in fetches.withLock({ $0 }) where fetch.url == url { fetch.answer(result) }
  }
}
