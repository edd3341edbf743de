import Raster
import Synchronization

extension ImagePipeline {
  /// Loads a picture; canceling the surrounding `Task` cancels the load.
  public func image(for request: ImageRequest) async throws(ImageError) -> PixelImage {
    // The pipeline stays alive until the picture is loaded.
    defer { withExtendedLifetime(self) {} }
    let claim = PendingClaim()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        claim.fill(loadImage(with: request) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      claim.cancel()
    }
    return try result.get()
  }
}

/// A holder of an image task that may be canceled before the task exists.
final class PendingClaim: Sendable {
  private let state = Mutex<(task: ImageTask?, isCancelled: Bool)>((nil, false))

  func fill(_ task: ImageTask) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
