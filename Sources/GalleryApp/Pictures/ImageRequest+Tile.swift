import GalleryCore
import ImageDecoding
import ImageLoading
import Raster

extension ImageRequest {
  /// Makes the pipeline's request for a tile, or for the picture of the detail view.
  ///
  /// - Parameter headers: what goes with requests to servers; nothing by default.
  init(_ request: TileRequest, _ headers: OriginHeaders = OriginHeaders()) {
    let rendition = request.key.rendition
    let stretching = StretchingProcessor(request.key).map { [$0 as any ImageProcessing] } ?? []
    let rendering = RenderingProcessor(rendition).map { [$0 as any ImageProcessing] } ?? []
    self.init(
      url: request.url, targetSize: request.key.askedSize,
      contentMode: request.key.fit == .cover ? .fill : .fit, pixelAspect: PixelAspect(rendition),
      processors: stretching + rendering,
      cachePolicy: request.bypassesCaches ? .reload : .standard,
      isTransient: request.purpose == .magnified,
      previews: request.isHurried ? .eager : .standard,
      thumbnails: request.purpose == .tile && !request.bypassesCaches ? .ifSufficient : .never,
      headers: headers.fields(for: request.url))
  }
}

extension PixelAspect {
  /// The aspect of the pixels that a rendition receives.
  package init(_ rendition: Rendition) {
    let aspect = rendition.pixelAspect
    self.init(width: aspect.width, height: aspect.height)
  }
}

/// Stretches a smaller picture over the size of the one that it stands in for.
///
/// So a terminal can show it in every way that it would show the other.
private struct StretchingProcessor: ImageProcessing {
  private let size: PixelSize
  private let asked: PixelSize
  private let reduction: Int

  /// Makes the processor of a key; nil where the whole picture is asked for.
  init?(_ key: TileKey) {
    guard key.isReduced else { return nil }
    size = key.size
    asked = key.askedSize
    reduction = key.reduction
  }

  var identifier: String { "stretched/\(size)" }

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage {
    let whole = image.size.stretched(over: size, from: asked, reduction: reduction)
    let window = PixelRect(x: 0, y: 0, size: whole)
    guard var stretched = image.shown(in: window, ofSize: whole, enlarged: .smooth) else {
      return image
    }
    stretched.endsEarly = image.endsEarly
    stretched.info = image.info
    return stretched
  }
}

extension PixelSize {
  /// The size of the whole picture of which a smaller one has this size.
  ///
  /// A smaller picture that does not reach the size that was asked for has all its pixels: the whole one may be no
  /// larger than the reduction says.
  fileprivate func stretched(
    over whole: PixelSize, from asked: PixelSize, reduction: Int
  ) -> PixelSize {
    let fitting = min(
      Double(whole.width) / Double(max(1, width)), Double(whole.height) / Double(max(1, height)))
    let reaches = width >= asked.width || height >= asked.height
    let scale = reaches ? fitting : min(fitting, Double(reduction))
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}

/// Renders a picture for the terminal on a decode thread, to be cached with the picture.
private struct RenderingProcessor: ImageProcessing {
  private let rendition: Rendition

  /// Makes the processor of a rendition; nil if its pixels are drawn directly.
  init?(_ rendition: Rendition) {
    guard rendition.needsRendering else { return nil }
    self.rendition = rendition
  }

  var identifier: String { rendition.identifier }

  /// False, because the pixels stay, to be shown in other ways.
  var changesPixels: Bool { false }

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage {
    image.rendered(as: rendition)
  }
}
