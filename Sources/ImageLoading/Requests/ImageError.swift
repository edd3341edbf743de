import Foundation
import ImageDecoding
import Raster

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
  /// The server redirected to a place that pictures are not fetched from.
  case refusedRedirect(to: String)
  /// The server redirected more often than that.
  case tooManyRedirects(limit: Int)
  /// The body is compressed although that was not asked for, and cannot be unpacked.
  case contentEncoding(String)
  /// The answer is something other than a picture, by its bytes and its type.
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
  /// The disk cache does not keep what was to be stored there.
  case notStored
  /// The file could not be read; `code` is the system's `errno`, if it was the system that refused.
  case file(path: String, code: Int32?, reason: String)
  /// The picture is in an archive, and cannot be had from it.
  case archive(reason: String)
  /// The load was canceled by its last subscriber, or with its pipeline.
  case cancelled
  /// The pipeline takes no more requests.
  case invalidated
}

extension ImageError: CustomStringConvertible {
  /// A sentence for the person who looks at the missing picture.
  ///
  /// It may quote the server: short, and without control characters.
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
    case .resumption(let reason): "the rest does not fit what is there: \(reason.excerpt())"
    case .decoding(let error): "\(error)"
    case .processing(let processor, let reason): "\(processor.excerpt()): \(reason.excerpt())"
    case .notCached: "not in the cache"
    case .notStored: "not kept on disk"
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
  /// Whether another attempt may succeed where this one has failed.
  public var isTransient: Bool {
    switch self {
    case .connection(let code, _): Self.transientCodes.contains(code)
    case .timedOut, .tooSlow, .truncated, .status(408), .status(429), .status(500...599): true
    default: false
    }
  }

  /// Whether the server is out of reach or out of order.
  ///
  /// An old copy is then better than none (RFC 9111, 4.2.4; RFC 5861, 4).
  package var isUnavailability: Bool {
    switch self {
    case .connection, .timedOut, .tooSlow, .truncated, .status(500...599): true
    default: false
    }
  }

  /// "Unknown" is what libcurl has a name for and URLSession has not.
  ///
  /// A host that no one knows is not among
  /// them: its name stays wrong.
  private static let transientCodes: Set<Int> = [
    NSURLErrorUnknown, NSURLErrorTimedOut, NSURLErrorCannotConnectToHost,
    NSURLErrorSecureConnectionFailed, NSURLErrorNetworkConnectionLost, NSURLErrorBadServerResponse,
  ]
}
