import Archives
import FoundationEssentials
import ImageRequests
import Raster

/// The bytes of URLs that need no network.
package enum LocalBytes {
  /// Reads a `file` or `data` URL or a file in an archive, blocking the calling thread.
  ///
  /// - Throws: an error also if the file is empty.
  package static func read(
    _ url: URL, maxBytes: Int, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    if url.isFileURL {
      return try PictureFile(url, maxBytes: maxBytes).readWhole(isCancelled: isCancelled)
    }
    if url.scheme == ArchivedFile.scheme { return try archived(url, maxBytes, isCancelled) }
    return try DataURL(url).bytes(maxBytes: maxBytes)
  }

  private static func archived(
    _ url: URL, _ maxBytes: Int, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    guard let record = url.fragment.flatMap({ Int($0) }) else { throw .badURL(url.shownText) }
    do throws(ArchiveError) {
      let path = Array(url.path(percentEncoded: true).utf8).percentDecoded()
      return Data(
        try ArchivedFile.read(path, record: record, maxBytes: maxBytes, isCancelled: isCancelled))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .tooLarge(let bytes, let limit): throw .tooLarge(bytes: bytes, limit: limit)
      default: throw .archive(reason: error.description)
      }
    }
  }
}
