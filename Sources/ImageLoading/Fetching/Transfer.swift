import CurlTransport
import DiskCache
import Foundation
import FoundationEssentials
import FoundationNetworking
import Raster

/// A fetch in progress: its state, and the receiver of its events.
struct Transfer: Sendable {
  let ticket: TransferTicket
  /// The original request.
  private let request: DataRequest
  let receive: @Sendable (DataEvent) -> Void

  /// The current URL and condition, after redirects.
  private(set) var route: TransferRoute
  /// The task that fetches from there.
  private(set) var task: URLSessionTask?
  private var pace: TransferPace
  /// The head of the response.
  private var head: ResponseHead?
  /// The curl transfer, to be told how much of the body is consumed.
  private var source: CurlTransfer?
  /// The size of the body so far, including partial data from before this transfer.
  private var bodyBytes = 0
  private var beginning: BodyBeginning?

  init(
    _ request: DataRequest, _ ticket: TransferTicket,
    _ receive: @escaping @Sendable (DataEvent) -> Void
  ) throws(ImageError) {
    try ByteSource.requireServer(request.url)
    try request.ownHeaders.check()
    self.ticket = ticket
    self.receive = receive
    self.request = request
    route = TransferRoute(of: request)
    pace = TransferPace(request.limits, startingAt: .now)
  }

  var limits: ImageLimits { request.limits }
  /// The content to accept.
  var content: DataRequest.Content { request.content }

  /// Sets the task: the first one, or the one after a redirect.
  mutating func work(with task: URLSessionTask, at now: TransferPace.Instant) {
    self.task = task
    pace = TransferPace(limits, startingAt: now)
  }

  /// The next time at which the transfer may time out.
  var nextCheck: TransferPace.Instant { pace.nextCheck }

  /// Returns the error if the transfer has timed out or is too slow, else nil.
  mutating func failure(at now: TransferPace.Instant) -> ImageError? { pace.failure(at: now) }

  /// Prepares to request a body again that came compressed unasked.
  ///
  /// - Returns: false if it is not compressed, or can't be decompressed.
  mutating func unpack(after head: HTTPHead) -> Bool { route.unpack(after: ResponseHead(head)) }

  /// Accepts the head of the response; throws if the body is not worth receiving.
  mutating func accept(
    _ response: TransferResponse, at now: TransferPace.Instant
  ) throws(ImageError) {
    var head = ResponseHead(response.head)
    if route.isUnpacked { head = head.unpacked }
    head.url = route.url
    pace.beginBody(at: now)
    self.head = head
    source = response.transfer
    receive(.response(head))
    if let refusal = head.refusal(asking: route.condition, limits: limits) { throw refusal }
    bodyBytes = head.status == 206 ? route.condition.offset : 0
    if content == .picture, bodyBytes == 0 {
      beginning = BodyBeginning(announcedAs: head.fields["Content-Type"])
    }
  }

  /// Passes a chunk of the body on; throws if the body is too large or no picture.
  mutating func append(_ chunk: Data, at now: TransferPace.Instant) throws(ImageError) {
    pace.record(chunk.count, at: now)
    let (count, overflow) = bodyBytes.addingReportingOverflow(chunk.count)
    guard !overflow, count <= limits.maxBytes else {
      throw .tooLarge(bytes: count, limit: limits.maxBytes)
    }
    bodyBytes = count
    try beginning?.append(chunk)
    receive(.data(chunk))
    source?.recordConsumed(chunk.count)
  }

  /// Ends the body; throws if it is no picture.
  mutating func finish() throws(ImageError) { try beginning?.finish() }

  /// Follows a redirect.
  ///
  /// - Parameter cookies: the `Set-Cookie` field of the redirect.
  mutating func redirect(to location: String, cookies: String?) throws(ImageError) {
    try route.redirect(to: location, cookies: cookies)
  }

  /// Returns the error for the error of a task.
  func failure(for error: any Error) -> ImageError {
    let failure = ImageError(error, limits: limits)
    if let packing = route.packing, case .connection(NSURLErrorCannotDecodeContentData, _) = failure
    {
      return .contentEncoding(packing)
    }
    guard let head, let rest = head.expectedBytes, case .connection(let code, _) = failure,
      code != NSURLErrorNetworkConnectionLost
    else { return failure }
    let offset = head.status == 206 ? route.condition.offset : 0
    let (whole, overflow) = offset.addingReportingOverflow(rest)
    return overflow || bodyBytes >= whole
      ? failure : .truncated(bytes: bodyBytes, expected: whole)
  }
}

extension URLRequest {
  /// Creates the request of a transfer; `TransferProtocol` adds the fields common to all.
  init(_ transfer: Transfer) {
    // The session's alarm enforces the timeout; this is a safety net. It has whole seconds because
    // URLSession truncates the rest, and fires at once for less than one.
    let seconds = min(max(0, transfer.limits.timeout.components.seconds), 86_400)
    self.init(
      url: transfer.route.url, cachePolicy: .reloadIgnoringLocalCacheData,
      timeoutInterval: TimeInterval(seconds + 5))
    if transfer.content == .page {
      setValue("application/json,text/html;q=0.9,*/*;q=0.5", forHTTPHeaderField: "Accept")
    }
    for (name, value) in transfer.route.fields { setValue(value, forHTTPHeaderField: name) }
    for (name, value) in transfer.route.condition.fields {
      setValue(value, forHTTPHeaderField: name)
    }
    if transfer.route.isUnpacked { self = unpacked() }
  }
}

extension ImageError {
  /// Creates the error for an error of URLSession.
  init(_ error: any Error, limits: ImageLimits) {
    let error = error as NSError
    self =
      error.code == NSURLErrorTimedOut
      ? .timedOut(after: limits.timeout)
      : .connection(code: error.code, reason: error.localizedDescription)
  }
}
