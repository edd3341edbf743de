import NIOHTTP1

/// The faults of one answer, as its query asks for them.
struct Faults: Equatable, Sendable {
  /// The content that replaces the picture.
  enum Replacement: Equatable, Sendable {
    /// A redirection to the same URL with one hop fewer.
    case redirect(hops: Int)
    /// Bytes that are no HTTP, then the end of the connection.
    case garbage
    /// No byte, until the client leaves or `longestWait` is over.
    case silence
    /// A sentence with a status other than 200.
    case status(HTTPResponseStatus)
  }

  /// The end of an answer.
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

  /// The longest time for which an answer is held back.
  static let longestWait = Duration.seconds(600)
  /// The most answers for an address that are held back by stalls of their own.
  private static let mostStalls = 16

  var delay = Duration.zero
  /// How much longer the first answers for an address are held back, as by lost packets; further ones are not.
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

  /// The first replacement asked for; a redirection leaves the others to its target.
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
