import CCurl
import Foundation
import FoundationNetworking
import Synchronization

/// The progress of a response: what is delivered and refused, and the meaning of its end.
struct TransferProgress {
  /// The most bytes to receive of a redirect's body, so that its connection can be reused.
  static let mostRedirectBytes = 64 << 10

  private var parser = HeadParser()
  /// The reason for refusing bytes.
  private var refusal: URLError?
  private var bodyBytes = 0
  /// The time since which nothing is delivered, because the response is a redirect.
  private(set) var drainingSince: SuspendingClock.Instant?

  /// The largest body to deliver, after decompression.
  private let mostBodyBytes: Int
  /// Whether the consumer may pause the transfer.
  ///
  /// It may not while libcurl decompresses, because decompressed bytes would then be held in its
  /// memory, up to 64 MiB of them.
  private let canPause: Bool

  init(_ request: CurlRequest, mostBodyBytes: Int) {
    self.mostBodyBytes = mostBodyBytes
    canPause = !request.isUnpacked
  }

  mutating func receive(
    line: UnsafeRawBufferPointer, into buffer: borrowing Mutex<EventBuffer>
  ) -> EasyHandle.Answer {
    do throws(HeadParser.Fault) {
      guard let head = try parser.parse(line) else { return .taken }
      if head.isRedirect { drainingSince = .now }
      buffer.withLock { buffer in
        buffer.add(head)
        // A client that follows the redirect need not wait for an unused body.
        if head.isRedirect { buffer.end(with: nil) }
      }
      return .taken
    } catch {
      return refuse(error.reason)
    }
  }

  mutating func receive(
    body: UnsafeRawBufferPointer, into buffer: borrowing Mutex<EventBuffer>
  ) -> EasyHandle.Answer {
    guard parser.isComplete else { return refuse("A body before the end of the header") }
    let isTaken = drainingSince != nil || buffer.withLock { $0.add(body, canRefuse: canPause) }
    guard isTaken else { return .paused }
    bodyBytes += body.count
    if drainingSince != nil { return bodyBytes <= Self.mostRedirectBytes ? .taken : .refused }
    guard bodyBytes <= mostBodyBytes else {
      return refuse("The body has over \(mostBodyBytes) bytes", .dataLengthExceedsMaximum)
    }
    return .taken
  }

  private mutating func refuse(
    _ reason: String, _ code: URLError.Code = .badServerResponse
  ) -> EasyHandle.Answer {
    refusal = refusal ?? URLError(code, reason: reason)
    return .refused
  }

  /// Returns the error of the transfer; nil for success.
  func error(after code: CURLcode, reason: String) -> URLError? {
    if let refusal { return refusal }
    if code != CURLE_OK { return URLError(code, reason: reason) }
    // libcurl reports this as success.
    return parser.isComplete
      ? nil : URLError(.networkConnectionLost, reason: "The connection closed inside the header")
  }
}

extension HeadParser.Fault {
  fileprivate var reason: String {
    switch self {
    case .tooLarge:
      "The header has over \(HeadParser.maxBytes) bytes or \(HeadParser.maxLines) lines"
    case .malformed: "Malformed header line"
    case .length: "The header announces an impossible length"
    }
  }
}
