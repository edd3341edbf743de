import FoundationEssentials
import ImageRequests
import LoadPlanning
import Raster
import Testing

/// A URL that no test ever reaches.
package func url(_ path: String, host: String = "a.test") throws -> URL {
  try #require(URL(string: "http://\(host)/\(path)"))
}

/// A request for a small picture; the processors do nothing.
package func request(
  _ path: String, host: String = "a.test", side: Int = 4, _ priority: ImagePriority = .normal,
  processors: [String] = []
) throws -> ImageRequest {
  ImageRequest(
    url: try url(path, host: host), targetSize: PixelSize(width: side, height: side),
    processors: processors.map(NamedProcessor.init), priority: priority)
}

package struct NamedProcessor: ImageProcessing {
  package let identifier: String

  package init(_ identifier: String) { self.identifier = identifier }

  package func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage { image }
}
