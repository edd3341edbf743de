import FoundationEssentials
import Synchronization

extension DataLoading {
  /// Fetches a whole body into memory, for whoever has no use for its parts.
  ///
  /// `completion` is called exactly once, on any thread; with `.empty` where no byte came.
  package func loadBody(
    from url: URL, limits: ImageLimits,
    completion: @escaping @Sendable (Result<Data, ImageError>) -> Void
  ) -> any DataTask {
    let body = CollectedBody()
    return loadData(for: DataRequest(url: url, limits: limits)) { event in
      if let result = body.result(after: event) { completion(result) }
    }
  }
}

/// A body that is put together on whichever threads its parts come.
private final class CollectedBody: Sendable {
  private let download = Mutex(Download())

  /// Takes an event; says what has come of it all once it is the last.
  func result(after event: DataEvent) -> Result<Data, ImageError>? {
    download.withLock { download in
      do throws(ImageError) {
        switch event {
        case .response(let head):
          // After a head that does not begin a body the loader fails by itself.
          try? download.begin(head)
          return nil
        case .data(let chunk):
          download.append(chunk)
          return nil
        case .finished: return .success(try download.finish())
        case .failed(let error): throw error
        }
      } catch {
        return .failure(error)
      }
    }
  }
}
