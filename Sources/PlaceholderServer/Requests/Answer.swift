import NIOHTTP1

/// The response to one request, determined before drawing or sending anything.
struct Answer {
  enum Content {
    case body(Body)
    /// Bytes that are not HTTP.
    case garbage
    /// No bytes until the client disconnects.
    case silence
  }

  var status = HTTPResponseStatus.ok
  var headers: HTTPHeaders = [:]
  var content: Content

  /// The time before the first byte.
  var delay = Duration.zero
  /// The additional delays of the first requests of a URL, in order.
  var stalls: [Duration] = []

  /// The rate of the body; nil for as fast as the client reads.
  var bytesPerSecond: Int?

  var ending = Faults.Ending.whole

  /// The part of the body to send; nil for all of it.
  var part: PartRequest?

  /// Whether the statistics include the response.
  var isCounted = true
}

/// The content of a body, which is produced when it is sent.
enum Body {
  case empty
  case sentence(String)
  case picture(PictureRequest)
  /// A picture that is already drawn.
  case drawn([UInt8])
  case manifest(ManifestRequest)
  case statistics
}
