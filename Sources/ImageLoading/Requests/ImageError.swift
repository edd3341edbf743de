import ImageDecoding

/// Why a request did not become a picture.
public enum ImageError: Error, Hashable, Sendable {
  /// The URL has no host, or cannot be read.
  case badURL(String)
  /// Neither `http`, `https`, `file` nor `data`.
  case unsupportedScheme(String)
  /// A header field of the request that is not fit to be sent, by its name; see `ImageRequest.headers`.
  case badHeader(name: String)
  /// The server could not be reached, or broke the conversation off; `code` is the `URLError`'s.
  case connection(code: Int, reason: String)
  /// No byte came for that long.
  case timedOut(after: Duration)
  /// The body came slower than that, in bytes a second, over a whole timeout.
  case tooSlow(bytesPerSecond: Int, minimum: Int)
  /// The server answered with a status outside 200…299, or with 206 unasked.
  case status(Int)
  /// The server sent us on to somewhere a picture is not fetched from.
  case refusedRedirect(to: String)
  /// The server sent us on more often than that.
  case tooManyRedirects(limit: Int)
  /// The body is compressed although that was not asked for.
  case contentEncoding(String)
  /// The server says that this is something else than a picture.
  case contentType(String)
  /// More bytes than the limit; `bytes` is what was announced, or had come by then.
  case tooLarge(bytes: Int, limit: Int)
  /// Not one byte.
  case empty
  /// The connection ended before the announced end.
  case truncated(bytes: Int, expected: Int)
  /// The rest of a body was asked for, and what came does not fit the beginning that is there.
  case resumption(reason: String)
  /// The bytes came, and are no picture that can be shown.
  case decoding(ImageDecodingError)
  /// A processor failed; `processor` is its identifier.
  case processing(processor: String, reason: String)
  /// Neither cache holds the picture, and the request looks nowhere else.
  case notCached
  /// The file could not be read; `code` is the system's `errno`, if it was the system that refused.
  case file(path: String, code: Int32?, reason: String)
  /// The load was cancelled by its last subscriber, or with its pipeline.
  case cancelled
  /// The pipeline takes no more requests.
  case invalidated
}
