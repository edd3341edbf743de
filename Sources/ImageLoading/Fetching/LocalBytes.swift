import FoundationEssentials

/// The bytes of URLs that need no network.
enum LocalBytes {
  /// Reads a `file` or `data` URL, blocking the calling thread.
  ///
  /// - Throws: also for an empty file.
  static func read(
    _ url: URL, maxBytes: Int, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    if url.isFileURL {
      let bytes = try FileDataLoader(maxBytes: maxBytes).read(url, isCancelled: isCancelled)
      if bytes.isEmpty { throw try FilePath(url).emptiness }
      return bytes
    }
    return try DataURL(url).bytes(maxBytes: maxBytes)
  }
}
