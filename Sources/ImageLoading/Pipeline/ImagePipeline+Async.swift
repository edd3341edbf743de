import Raster
import Synchronization

extension ImagePipeline {
  /// Loads a picture; canceling the surrounding `Task` cancels the load.
  public func image(for request: ImageRequest) async throws(ImageError) -> PixelImage {
    // A pipeline that is not held elsewhere lives until the picture is there.
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

/// Holds a task that a caller may cancel before the task is there.
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
