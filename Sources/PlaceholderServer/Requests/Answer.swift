import NIOHTTP1

/// What one request gets, and how: decided before anything is drawn or sent.
struct Answer {
  enum Content {
    case body(Body)
    /// Bytes that are no HTTP.
    case garbage
    /// Nothing, until the client leaves.
    case silence
  }

  var status = HTTPResponseStatus.ok
  var headers: HTTPHeaders = [:]
  var content: Content

  /// How long the client waits for the first byte.
  var delay = Duration.zero

  /// How fast the body comes; nil is as fast as the client takes it.
  var bytesPerSecond: Int?

  var ending = Faults.Ending.whole

  /// False for answers that the statistics leave out.
  var isCounted = true
}

/// What the body of an answer will be made of, when its time has come.
enum Body {
  case empty
  case sentence(String)
  case picture(PictureRequest)
  case statistics
}
