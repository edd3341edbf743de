import NIOHTTP1

/// The faults of one response, as requested by its query.
struct Faults: Equatable, Sendable {
  /// The content that replaces the picture.
  enum Replacement: Equatable, Sendable {
    /// A redirect to the same URL with one hop fewer.
    case redirect(hops: Int)
    /// Bytes that are not HTTP, then the end of the connection.
    case garbage
    /// No bytes until the client disconnects or `longestWait` is over.
    case silence
    /// A sentence with a status other than 200.
    case status(HTTPResponseStatus)
  }

  /// The end of a response.
  enum Ending: Equatable, Sendable {
    case whole
    /// The server closes the connection after a part of the body.
    case closed(afterBytes: Int)
    /// The server resets the connection after a part of the body.
    case reset(afterBytes: Int)

    /// The most bytes of the body that are sent.
    var bodyLimit: Int {
      switch self {
      case .whole: .max
      case .closed(let bytes), .reset(let bytes): bytes
      }
    }
  }

  /// The longest delay of a response.
  static let longestWait = Duration.seconds(600)
  /// The most responses of a URL with stalls of their own.
  private static let mostStalls = 16

  var delay = Duration.zero
  /// The additional delays of the first responses of a URL, as by lost packets; later ones have none.
  var stalls: [Duration] = []
  var bytesPerSecond: Int?
  var replacement: Replacement?
  var ending = Ending.whole

  /// Reads `delay`, `stall`, `drip`, `redirect`, `garbage`, `hang`, `status`, `truncate` and `reset`.
  init(query: Query) throws(Refusal) {
    let milliseconds = try query.integer("delay", in: 0...600_000) ?? 0
    delay = .milliseconds(milliseconds)
    stalls = try Self.stalls(query)
    bytesPerSecond = try query.integer("drip", in: 1...1_000_000_000)
    replacement = try Self.replacement(query)
    ending = try Self.ending(query)
  }

  private static func stalls(_ query: Query) throws(Refusal) -> [Duration] {
    guard let text = query["stall"] else { return [] }
    var stalls: [Duration] = []
    for field in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard stalls.count < mostStalls, let milliseconds = Int(field),
        (0...600_000).contains(milliseconds)
      else {
        throw Refusal(
          .badRequest, "stall is no list of milliseconds, 600000 and \(mostStalls) at most")
      }
      stalls.append(.milliseconds(milliseconds))
    }
    return stalls
  }

  /// The first requested replacement; the target of a redirect has the others.
  private static func replacement(_ query: Query) throws(Refusal) -> Replacement? {
    let hops = try query.integer("redirect", in: 0...100) ?? 0
    let isGarbage = try query.integer("garbage", in: 0...1) == 1
    let isSilent = try query.integer("hang", in: 0...1) == 1
    let status = try query.integer("status", in: 200...599) ?? 200
    if hops > 0 { return .redirect(hops: hops) }
    if isGarbage { return .garbage }
    if isSilent { return .silence }
    return status == 200 ? nil : .status(HTTPResponseStatus(statusCode: status))
  }

  private static func ending(_ query: Query) throws(Refusal) -> Ending {
    let truncated = try query.integer("truncate", in: 0...Int(Int32.max))
    let reset = try query.integer("reset", in: 0...Int(Int32.max))
    switch (truncated, reset) {
    case (nil, nil): return .whole
    case (let bytes?, nil): return .closed(afterBytes: bytes)
    case (nil, let bytes?): return .reset(afterBytes: bytes)
    case (_?, _?): throw Refusal(.badRequest, "truncate and reset exclude each other")
    }
  }
}
