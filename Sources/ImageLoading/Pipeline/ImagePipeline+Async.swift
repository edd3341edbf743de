import Raster

extension ImagePipeline {
  /// Loads a picture; cancelling the surrounding `Task` cancels the load.
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
