import GalleryCore
import ImageDecoding
import ImageLoading
import Raster

extension ImageRequest {
  /// Creates the pipeline's request for a tile, or for the picture of the detail view.
  ///
  /// - Parameter headers: the header fields of requests to servers; none by default.
  init(_ request: TileRequest, _ headers: OriginHeaders = OriginHeaders()) {
    let rendition = request.key.rendition
    let rendering = RenderingProcessor(rendition).map { [$0 as any ImageProcessing] } ?? []
    self.init(
      url: request.url, targetSize: request.key.size,
      contentMode: request.key.fit == .cover ? .fill : .fit, pixelAspect: PixelAspect(rendition),
      processors: rendering,
      cachePolicy: request.bypassesCaches ? .reload : .standard,
      isTransient: request.purpose == .magnified,
      previews: request.isHurried ? .eager : .standard,
      thumbnails: request.purpose == .tile && !request.bypassesCaches ? .ifSufficient : .never,
      headers: headers.fields(for: request.url))
    target.turn = request.key.turn
  }
}

extension PixelAspect {
  /// The aspect of a rendition's pixels.
  package init(_ rendition: Rendition) {
    let aspect = rendition.pixelAspect
    self.init(width: aspect.width, height: aspect.height)
  }
}
