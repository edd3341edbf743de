import CurlTransport
import DiskCache
import Foundation
import FoundationEssentials
import FoundationNetworking
import Raster

/// One fetch in progress: how far it has got, and where its events go.
struct Transfer: Sendable {
  let ticket: TransferTicket
  /// What was asked for first.
  private let request: DataRequest
  let receive: @Sendable (DataEvent) -> Void

  /// Where the bytes come from now, after redirects.
  private(set) var route: TransferRoute
  /// What fetches from there.
  private(set) var task: URLSessionTask?
  private var pace: TransferPace
  /// What the server has said before the body.
  private var head: ResponseHead?
  /// The transfer that hears how much of the body is consumed.
  private var source: CurlTransfer?
  /// The bytes of the body that are here, including those from before this transfer.
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
  /// What the body may be.
  var content: DataRequest.Content { request.content }

  /// Takes a task: its first, or the one after a redirect.
  mutating func work(with task: URLSessionTask, at now: TransferPace.Instant) {
    self.task = task
    pace = TransferPace(limits, startingAt: now)
  }

  /// The next time at which it may have to be given up.
  var nextCheck: TransferPace.Instant { pace.nextCheck }

  /// Returns why the transfer must end now; nil if it may go on.
  mutating func failure(at now: TransferPace.Instant) -> ImageError? { pace.failure(at: now) }

  /// Prepares to ask again for a body that comes packed although that was not asked for.
  ///
  /// - Returns: false if it does not, or cannot be unpacked.
  mutating func unpack(after head: HTTPHead) -> Bool { route.unpack(after: ResponseHead(head)) }

  /// Takes the head of the response; fails if what follows is not worth receiving.
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

  /// Passes a piece of the body on; fails once that makes it too large.
  mutating func append(_ chunk: Data, at now: TransferPace.Instant) throws(ImageError) {
    pace.record(chunk.count, at: now)
    let (count, overflow) = bodyBytes.addingReportingOverflow(chunk.count)
    guard !overflow, count <= limits.maxBytes else {
      throw .tooLarge(bytes: count, limit: limits.maxBytes)
    }
    bodyBytes = count
    try beginning?.append(chunk)
    receive(.data(chunk))
    source?.note(consumed: chunk.count)
  }

  /// Takes the end of the body; fails if it was no picture.
  mutating func finish() throws(ImageError) { try beginning?.finish() }

  /// Turns to where a redirect points.
  ///
  /// - Parameter cookies: the field `Set-Cookie` of the redirect.
  mutating func redirect(to location: String, cookies: String?) throws(ImageError) {
    try route.redirect(to: location, cookies: cookies)
  }

  /// Returns the meaning of an error at a task's end.
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
  /// Asks for what a transfer needs; `TransferProtocol` adds the fields that all of them have.
  init(_ transfer: Transfer) {
    // The session's alarm keeps the time; this is the safety net behind it. It is in whole seconds
    // because URLSession cuts the rest off, and fires at once for less than one.
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
  /// Why URLSession ended a transfer.
  init(_ error: any Error, limits: ImageLimits) {
    let error = error as NSError
    self =
      error.code == NSURLErrorTimedOut
      ? .timedOut(after: limits.timeout)
      : .connection(code: error.code, reason: error.localizedDescription)
  }
}
