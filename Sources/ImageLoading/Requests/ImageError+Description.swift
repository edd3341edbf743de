import Raster

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
    case .contentType(let name): "the answer is no picture (\(name.excerpt()))"
    case .tooLarge(let bytes, let limit): "too large: \(bytes) bytes, the limit is \(limit)"
    case .empty: "the answer is empty"
    case .truncated(let bytes, let expected): "cut off after \(bytes) of \(expected) bytes"
    case .resumption(let reason): "the rest does not fit what is there: \(reason.excerpt())"
    case .decoding(let error): "\(error)"
    case .processing(let processor, let reason): "\(processor.excerpt()): \(reason.excerpt())"
    case .notCached: "not in the cache"
    case .file(let path, _, let reason): "\(path.excerpt()): \(reason.excerpt())"
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
