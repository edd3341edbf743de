import FoundationEssentials
import ImageLoading
import Synchronization

/// A server that never answers: a fetch ends only when it is cancelled.
struct SilentLoader: DataLoading {
  private final class Fetch: DataTask {
    typealias Completion = @Sendable (Result<Data, ImageError>) -> Void
    private let completion: Mutex<Completion?>

    init(_ completion: @escaping Completion) { self.completion = Mutex(completion) }

    func cancel() {
      let completion = completion.withLock { completion in
        defer { completion = nil }
        return completion
      }
      completion?(.failure(.cancelled))
    }
  }

  func loadData(
    from url: URL, limits: ImageLimits,
    completion: @escaping @Sendable (Result<Data, ImageError>) -> Void
  ) -> any DataTask {
    Fetch(completion)
  }
}
