import NIOHTTP1

/// The answer to one request, decided before anything is drawn or sent.
struct Answer {
  enum Content {
    case body(Body)
    /// Bytes that are no HTTP.
    case garbage
    /// No byte, until the client leaves.
    case silence
  }

  var status = HTTPResponseStatus.ok
  var headers: HTTPHeaders = [:]
  var content: Content

  /// The time before the first byte.
  var delay = Duration.zero
  /// What is added to that for the first requests of an address, in their order.
  var stalls: [Duration] = []

  /// The rate of the body; nil is as fast as the client reads.
  var bytesPerSecond: Int?

  var ending = Faults.Ending.whole

  /// The part of the body that is sent; nil sends all of it.
  var part: PartRequest?

  /// Whether the statistics count the answer.
  var isCounted = true
}

/// The content of a body, which is made when it is sent.
enum Body {
  case empty
  case sentence(String)
  case picture(PictureRequest)
  /// A picture that is drawn already.
  case drawn([UInt8])
  case manifest(ManifestRequest)
  case statistics
}
