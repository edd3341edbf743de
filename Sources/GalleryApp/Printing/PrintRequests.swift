import FoundationEssentials
import GalleryCore
import GalleryItems
import Glibc
import ImageDecoding
import ImageLoading
import Raster

/// The requests for the pictures of a page, and the links to them.
struct PrintRequests {
  /// The reason why an item can't be requested.
  struct Refusal: Error {
    let reason: FailureReason
  }

  private let page: PrintPage
  private let size: PixelSize
  private let mode: ContentMode
  private let headers: OriginHeaders
  private let host: String

  init(_ page: PrintPage, _ configuration: SessionConfiguration) {
    self.page = page
    size = page.rendition.pixelSize(of: page.sheet.picture)
    mode = configuration.view.fit == .cover ? .fill : .fit
    headers = configuration.loading.headers
    host = Self.hostName
  }

  /// The request for an item at the size of its tile.
  func request(for item: GalleryItem) -> Result<ImageRequest, Refusal> {
    let square = page.rendition.squareSize(for: size)
    guard let url = page.sheet.hasNames ? item.tileURL(for: square) : item.url(for: square) else {
      return .failure(
        Refusal(
          reason: item.problem.map { FailureReason(summary: $0, sentence: $0) }
            ?? "its address is not a URL"))
    }
    return .success(
      ImageRequest(
        url: url, targetSize: size, contentMode: mode, pixelAspect: PixelAspect(page.rendition),
        processors: PrintingProcessor(page.rendition).map { [$0] } ?? [],
        previews: .none, thumbnails: page.sheet.hasNames ? .ifSufficient : .never,
        headers: headers.fields(for: url)))
  }

  /// The link to an item; nil if it has none.
  func link(to item: GalleryItem) -> String? {
    guard page.showsLinks, let url = item.url(for: page.rendition.squareSize(for: size)) else {
      return nil
    }
    return PictureLink.target(of: url, host: host)
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension FailureReason {
  init(_ error: ImageError) {
    self.init(summary: error.summary, sentence: error.description)
  }
}
