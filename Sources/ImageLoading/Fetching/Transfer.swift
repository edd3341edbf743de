import CurlTransport
import Foundation
import FoundationEssentials
import FoundationNetworking
import Raster

/// One fetch in progress: how far it has got, and where its events go.
struct Transfer: Sendable {
  /// More hops than this are taken for a loop.
  static let maxRedirects = 5

  let ticket: TransferTicket
  /// What was asked for first.
  private let request: DataRequest
  let receive: @Sendable (DataEvent) -> Void

  /// Where the bytes come from now, after redirects.
  private(set) var url: URL
  /// How much the current request asks for.
  private(set) var portion: DataRequest.Portion
  /// The caller's header fields that go there, and those that the server has asked for.
  private(set) var headers: [String: String]
  /// What fetches from there.
  private(set) var task: URLSessionTask?
  private var redirects = 0
  private var pace: TransferPace
  /// What the server has said before the body.
  private var head: ResponseHead?
  /// The transfer that hears how much of the body is consumed.
  private var source: CurlTransfer?
  /// The bytes of the body that are here, including those from before this transfer.
  private var bodyBytes = 0

  init(
    _ request: DataRequest, _ ticket: TransferTicket,
    _ receive: @escaping @Sendable (DataEvent) -> Void
  ) throws(ImageError) {
    try ByteSource.requireServer(request.url)
    try request.ownHeaders.check()
    self.ticket = ticket
    self.receive = receive
    self.request = request
    url = request.url
    portion = request.portion
    headers = request.headers.merging(request.hints) { own, _ in own }
    pace = TransferPace(request.limits, startingAt: .now)
  }

  var limits: ImageLimits { request.limits }
  var usesNewConnection: Bool { request.usesNewConnection }
  /// What the body may be.
  var content: DataRequest.Content { request.content }

  /// Takes a task: its first, or the one after a redirect.
  mutating func work(with task: URLSessionTask, at now: TransferPace.Instant) {
    self.task = task
    pace = TransferPace(limits, startingAt: now)
  }

  /// The next time at which it may have to be given up.
  var nextLook: TransferPace.Instant { pace.nextLook }

  /// Returns why the transfer must end now; nil if it may go on.
  mutating func failure(at now: TransferPace.Instant) -> ImageError? { pace.failure(at: now) }

  /// Takes the head of the response; fails if what follows is not worth receiving.
  mutating func begin(
    _ response: TransferResponse, at now: TransferPace.Instant
  ) throws(ImageError) {
    var head = ResponseHead(response.head)
    head.url = url
    pace.beginBody(at: now)
    self.head = head
    source = response.transfer
    receive(.response(head))
    if let refusal = head.refusal(asking: portion, limits: limits, for: content) {
      throw refusal
    }
    bodyBytes = head.status == 206 ? portion.condition.offset : 0
  }

  /// Passes a piece of the body on; fails once that makes it too large.
  mutating func append(_ chunk: Data, at now: TransferPace.Instant) throws(ImageError) {
    pace.note(chunk.count, at: now)
    let (count, overflow) = bodyBytes.addingReportingOverflow(chunk.count)
    guard !overflow, count <= limits.maxBytes else {
      throw .tooLarge(bytes: count, limit: limits.maxBytes)
    }
    bodyBytes = count
    receive(.data(chunk))
    source?.note(consumed: chunk.count)
  }

  /// Turns to where a redirect points.
  mutating func follow(_ location: String) throws(ImageError) {
    guard redirects < Self.maxRedirects else {
      throw .tooManyRedirects(limit: Self.maxRedirects)
    }
    redirects += 1
    let target = try Redirect.target(of: location, from: url)
    if !target.hasOrigin(of: url) {
      portion = portion.elsewhere
      headers = [:]
    }
    url = target
  }

  /// Returns the meaning of an error at a task's end.
  func failure(for error: any Error) -> ImageError {
    let failure = ImageError(error, limits: limits)
    guard let head, let rest = head.expectedBytes, case .connection(let code, _) = failure,
      code != NSURLErrorNetworkConnectionLost
    else { return failure }
    let offset = head.status == 206 ? portion.condition.offset : 0
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
      url: transfer.url, cachePolicy: .reloadIgnoringLocalCacheData,
      timeoutInterval: TimeInterval(seconds + 5))
    if transfer.content == .page {
      setValue("application/json,text/html;q=0.9,*/*;q=0.5", forHTTPHeaderField: "Accept")
    }
    for (name, value) in transfer.headers { setValue(value, forHTTPHeaderField: name) }
    for (name, value) in transfer.portion.fields { setValue(value, forHTTPHeaderField: name) }
    if transfer.usesNewConnection { self = overNewConnection() }
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

/// Where a server sends us on to.
enum Redirect {
  /// Resolves a `Location` against the URL that gave it (RFC 9110, 10.2.2), and checks it.
  ///
  /// Only `http` and `https` are followed: a server must not make us read local files. What was asked
  /// for with `https` does not end in the open. Name and password stay with the origin (scheme, host
  /// and port) that they were meant for, and are not taken from a redirect to another.
  static func target(of location: String, from url: URL) throws(ImageError) -> URL {
    guard let target = URL(escaping: location, relativeTo: url)?.absoluteURL,
      case .server = try? ByteSource(of: target),
      target.origin.scheme == "https" || url.origin.scheme == "http"
    else { throw .refusedRedirect(to: Credentials.removed(from: location)) }
    if target.hasOrigin(of: url) { return target }

    var components = URLComponents(url: target, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    guard let stripped = components?.url else {
      throw .refusedRedirect(to: Credentials.removed(from: location))
    }
    return stripped
  }
}
