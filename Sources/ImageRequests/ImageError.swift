import FoundationEssentials
import ImageDecoding
import Raster

/// An error that ends a request.
public enum ImageError: Error, Hashable, Sendable {
  /// The URL has no host, or can't be parsed.
  case badURL(String)
  /// The URL's scheme is not `http`, `https`, `file` or `data`.
  case unsupportedScheme(String)
  /// A header field of the request is invalid; see `ImageRequest.headers`.
  case badHeader(name: String)
  /// The server could not be reached, or the connection was lost; `code` is that of the `URLError`.
  case connection(code: Int, reason: String)
  /// No byte arrived for this long.
  case timedOut(after: Duration)
  /// The body arrived more slowly, in bytes per second, over a whole timeout.
  case tooSlow(bytesPerSecond: Int, minimum: Int)
  /// The server responded with a status outside 200…299, or with an unrequested 206.
  case status(Int)
  /// The server redirected to a URL from which pictures are not fetched.
  case refusedRedirect(to: String)
  /// The server redirected more often than allowed.
  case tooManyRedirects(limit: Int)
  /// The body is compressed unasked, and can't be decompressed.
  case contentEncoding(String)
  /// The response is not a picture, judged by its bytes and its type.
  case contentType(String)
  /// The size exceeds the limit; `bytes` is the announced size, or the bytes received so far.
  case tooLarge(bytes: Int, limit: Int)
  /// The body or the file is empty.
  case empty
  /// The connection ended before the announced end of the body.
  case truncated(bytes: Int, expected: Int)
  /// The rest of a body was requested, but the response doesn't fit the partial data.
  case resumption(reason: String)
  /// The bytes are not a picture that can be decoded.
  case decoding(ImageDecodingError)
  /// A processor failed; `processor` is its identifier.
  case processing(processor: String, reason: String)
  /// The picture is in neither cache, and the request allows no other source.
  case notCached
  /// The file could not be read; `code` is the `errno` if a system call has failed.
  case file(path: String, code: Int32?, reason: String)
  /// The picture could not be read from its archive.
  case archive(reason: String)
  /// The load was canceled by its last subscriber, or with its pipeline.
  case cancelled
  /// The pipeline was invalidated, and accepts no more requests.
  case invalidated
}

extension ImageError: CustomStringConvertible {
  /// A sentence for the person who looks at the missing picture.
  ///
  /// Quotations of the server are shortened, without control characters.
  public var description: String {
    switch self {
    case .badURL(let text): "not a usable URL: \(text.excerpt())"
    case .unsupportedScheme(let scheme): "\(scheme.excerpt()): URLs are not supported"
    case .badHeader(let name):
      "the header field “\(name.excerpt())” cannot be sent: correct its name or value, or leave it out"
    case .connection(_, let reason): "no connection: \(reason.excerpt())"
    case .timedOut(let time): "no answer for \(time.formattedSeconds) s"
    case .tooSlow(let rate, let minimum):
      "too slow: \(rate) bytes a second, at least \(minimum) are needed"
    case .status(let code): "the server answered \(code)"
    case .refusedRedirect(let target): "redirected to \(target.excerpt()), which is not followed"
    case .tooManyRedirects(let limit): "redirected more than \(limit) times"
    case .contentEncoding(let name): "the answer is compressed (\(name.excerpt()))"
    case .contentType(let name): "not an image (\(name.excerpt()))"
    case .tooLarge(let bytes, let limit): "too large: \(bytes) bytes, the limit is \(limit)"
    case .empty: "the answer is empty"
    case .truncated(let bytes, let expected): "cut off after \(bytes) of \(expected) bytes"
    case .resumption(let reason): "could not resume: \(reason.excerpt())"
    case .decoding(let error): "\(error)"
    case .processing(let processor, let reason): "\(processor.excerpt()): \(reason.excerpt())"
    case .notCached: "not in the cache"
    case .file(let path, _, let reason): "\(path.excerpt()): \(reason.excerpt())"
    case .archive(let reason): "in its archive it is \(reason.excerpt())"
    case .cancelled: "cancelled"
    case .invalidated: "no more pictures are loaded"
    }
  }
}

extension Duration {
  fileprivate var formattedSeconds: String {
    let (seconds, attoseconds) = components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds)" : "\(seconds).\(tenths)"
  }
}

extension ImageError {
  /// Whether a retry may succeed.
  public var isTransient: Bool {
    switch self {
    case .connection(let code, _): Self.transientCodes.contains(code)
    case .timedOut, .tooSlow, .truncated, .status(408), .status(429), .status(500...599): true
    default: false
    }
  }

  /// Whether the server can't be reached, or fails.
  ///
  /// A stale copy is then better than none (RFC 9111, 4.2.4; RFC 5861, 4).
  package var isUnavailability: Bool {
    switch self {
    case .connection, .timedOut, .tooSlow, .truncated, .status(500...599): true
    default: false
    }
  }

  /// The codes of `URLError` that a retry may fix.
  ///
  /// "Unknown" stands for libcurl errors without an equivalent in URLSession. An unknown host is
  /// not included, because its name stays wrong.
  private static let transientCodes: Set<Int> = [
    -1,  // unknown
    -1001,  // timed out
    -1004,  // cannot connect to host
    -1005,  // network connection lost
    -1011,  // bad server response
    -1200,  // secure connection failed
  ]
}
