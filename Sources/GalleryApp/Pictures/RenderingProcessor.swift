import ImageLoading
import Raster

/// Renders a picture for the terminal on a decode thread, to be cached with the picture.
struct RenderingProcessor: ImageProcessing {
  private let rendition: Rendition

  /// Makes the processor of a rendition; nil if its pixels are drawn directly.
  init?(_ rendition: Rendition) {
    guard rendition.needsRendering else { return nil }
    self.rendition = rendition
  }

  var identifier: String { rendition.identifier }

  /// False, because the pixels are kept for other renditions.
  var changesPixels: Bool { false }

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage {
    image.rendered(as: rendition)
  }
}
