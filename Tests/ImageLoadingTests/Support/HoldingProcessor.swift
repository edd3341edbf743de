import Raster
import TestSupport

@testable import ImageLoading

/// Holds the thread that runs it.
struct HoldingProcessor: ImageProcessing {
  let identifier: String
  let started: Log<String>
  let gate: Gate

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage {
    started.add(identifier)
    gate.pass()
    return image
  }
}
