import ImageLoading
import Raster

/// Renders a picture for printing on a decode thread.
struct PrintingProcessor: ImageProcessing {
  private let rendition: Rendition

  /// Makes the processor of a rendition; nil if its pixels are drawn directly.
  init?(_ rendition: Rendition) {
    guard rendition.needsRendering else { return nil }
    self.rendition = rendition
  }

  var identifier: String { "printed/\(rendition.identifier)" }

  /// False, because the pixels stay as they are.
  var changesPixels: Bool { false }

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage {
    guard image.size.area > 0 else { return image }
    var image = image
    image.rendering = Rendering(printing: image, as: rendition)
    return image
  }
}
