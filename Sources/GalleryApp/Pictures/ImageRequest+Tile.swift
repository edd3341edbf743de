import GalleryCore
import ImageDecoding
import ImageLoading
import Raster

extension ImageRequest {
  /// What the pipeline is asked for to show a tile, or the picture of the detail view.
  init(_ request: TileRequest) {
    let rendition = request.key.rendition
    self.init(
      url: request.url, targetSize: request.key.size, pixelAspect: PixelAspect(rendition),
      processors: RenderingProcessor(rendition).map { [$0] } ?? [],
      cachePolicy: request.bypassesCaches ? .reload : .standard,
      isTransient: request.purpose == .magnified,
      previews: request.isHurried ? .eager : .standard,
      thumbnails: request.purpose == .tile && !request.bypassesCaches ? .ifSufficient : .never)
  }
}

extension PixelAspect {
  /// That of the pixels which a way of drawing is given.
  package init(_ rendition: Rendition) {
    let aspect = rendition.pixelAspect
    self.init(width: aspect.width, height: aspect.height)
  }
}

/// Makes what a terminal shows of a picture, on a decode thread, to be cached with it.
private struct RenderingProcessor: ImageProcessing {
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
