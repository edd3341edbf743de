import FoundationEssentials

@testable import ImageLoading

extension DataLoading {
  /// Fetches, and waits for what comes of it.
  func outcome(
    of url: URL, limits: ImageLimits = ImageLimits()
  ) async -> Result<Data, ImageError> {
    await withCheckedContinuation { continuation in
      _ = loadBody(from: url, limits: limits) { continuation.resume(returning: $0) }
    }
  }
}
