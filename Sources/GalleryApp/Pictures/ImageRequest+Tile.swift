import GalleryCore
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
  init(_ rendition: Rendition) {
    let aspect = rendition.pixelAspect
    self.init(width: aspect.width, height: aspect.height)
  }
}
