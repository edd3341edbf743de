import FoundationEssentials
import Raster
import Testing

@testable import ImageLoading

/// A URL that no test ever reaches.
func url(_ path: String, host: String = "a.test") throws -> URL {
  try #require(URL(string: "http://\(host)/\(path)"))
}

/// A request for a small picture; the processors do nothing.
func request(
  _ path: String, host: String = "a.test", side: Int = 4, _ priority: ImagePriority = .normal,
  processors: [String] = []
) throws -> ImageRequest {
  ImageRequest(
    url: try url(path, host: host), targetSize: PixelSize(width: side, height: side),
    processors: processors.map(NamedProcessor.init), priority: priority)
}

struct NamedProcessor: ImageProcessing {
  let identifier: String

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage { image }
}
