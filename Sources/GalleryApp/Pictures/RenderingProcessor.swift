import GalleryCore
import ImageLoading
import Raster

/// Makes what a terminal shows of a picture, on a decode thread, to be cached with it.
struct RenderingProcessor: ImageProcessing {
  private let rendition: Rendition

  /// Nil where pixels are drawn as they are.
  init?(_ rendition: Rendition) {
    guard rendition.needsRendering else { return nil }
    self.rendition = rendition
  }

  var identifier: String { rendition.identifier }

  /// The pixels stay, to be shown in other ways.
  var changesPixels: Bool { false }

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage {
    image.rendered(as: rendition)
  }
}
