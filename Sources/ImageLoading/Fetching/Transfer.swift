import Foundation
import FoundationNetworking

/// One fetch in progress: where it has got to, and whom to tell.
struct Transfer: Sendable {
  /// More hops than this are taken for a loop.
  static let maxRedirects = 5

  let ticket: TransferTicket
  let limits: ImageLimits
  let completion: @Sendable (Result<Data, ImageError>) -> Void

  /// Where the bytes come from now, after redirects.
  var url: URL
  /// What fetches from there.
  var task: URLSessionTask?
  var redirects = 0
  var body = Data()
  var expectedBytes: Int?
  var lastByte = SuspendingClock.now

  /// Whether nothing has come for too long.
  func isLate(at now: SuspendingClock.Instant) -> Bool {
    now - lastByte >= limits.timeout
  }

  /// Takes the head of the response; fails if its body is not worth fetching.
  mutating func begin(_ response: HTTPURLResponse) throws(ImageError) {
    lastByte = .now
    if let refusal = response.refusal(limits: limits) { throw refusal }
    expectedBytes = response.expectedBytes
  }

  /// Takes a piece of the body; fails once that makes it too large.
  mutating func append(_ chunk: Data) throws(ImageError) {
    lastByte = .now
    let (count, overflow) = body.count.addingReportingOverflow(chunk.count)
    guard !overflow, count <= limits.maxBytes else {
      throw .tooLarge(bytes: count, limit: limits.maxBytes)
    }
    body.append(chunk)
  }

  /// Turns to where a redirect points.
  mutating func follow(_ location: String) throws(ImageError) {
    guard redirects < Self.maxRedirects else {
      throw .tooManyRedirects(limit: Self.maxRedirects)
    }
    redirects += 1
    url = try Redirect.target(of: location, from: url)
  }

  /// What has come of it, now that its task has ended.
  func result(after error: (any Error)?) -> Result<Data, ImageError> {
    if let expectedBytes, !body.isEmpty, body.count < expectedBytes {
      return .failure(.truncated(bytes: body.count, expected: expectedBytes))
    }
    if let error { return .failure(ImageError(error, limits: limits)) }
    return body.isEmpty ? .failure(.empty) : .success(body)
  }
}
