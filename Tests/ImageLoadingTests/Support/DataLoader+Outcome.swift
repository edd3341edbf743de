import FoundationEssentials
import LoadingTestSupport

@testable import ImageLoading
@testable import LoadPlanning

extension DataLoading {
  /// Fetches a whole body, and waits for what comes of it.
  func outcome(
    of url: URL, limits: ImageLimits = ImageLimits()
  ) async -> Result<Data, ImageError> {
    let events = await events(for: DataRequest(url: url, limits: limits))
    return Result { () throws(ImageError) in
      if let error = events.error { throw error }
      var download = Download()
      for head in events.heads { try download.accept(head) }
      download.append(events.body)
      return try download.finish()
    }
  }
}
