import FoundationEssentials

/// The bytes of URLs that need no network.
enum LocalBytes {
  /// Reads a `file` or `data` URL, blocking the calling thread.
  static func read(
    _ url: URL, maxBytes: Int, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    if url.isFileURL {
      return try FileDataLoader(maxBytes: maxBytes).read(url, isCancelled: isCancelled)
    }
    return try DataURL(url).bytes(maxBytes: maxBytes)
  }
}
