import Glibc
import NIOCore
import NIOHTTP1
import SimulationModels

/// Sends one response: waits, sends the head, then the body at its pace.
///
/// It is confined to its connection's event loop, from the end of the request until the response is
/// sent or the client disconnects. The ledger counts the outcome.
final class Exchange {
  private var answer: Answer
  private let request: HTTPRequestHead
  private let context: ChannelHandlerContext
  private let ledger: StatisticsLedger
  /// The link shared by all responses without their own rate; nil if there is none.
  private let link: LinkPacer?
  private let onEnd: () -> Void
  private let path: String
  private var timer: Scheduled<Void>?
  private var body = PacedBody([], pace: .client)
  private var bytesSent = 0
  /// The id of this response's share of the link, while it has one.
  private var ticket: Int?
  private var isSending = false

  /// - Parameter onEnd: called once everything is sent, before the next request.
  init(
    _ answer: Answer, to request: HTTPRequestHead, on context: ChannelHandlerContext,
    ledger: StatisticsLedger, link: LinkPacer?, onEnd: @escaping () -> Void
  ) {
    self.answer = answer
    self.request = request
    self.context = context
    self.ledger = ledger
    self.link = answer.bytesPerSecond == nil && answer.isCounted ? link : nil
    self.onEnd = onEnd
    path = String(request.uri.prefix(Route.longestTarget))
  }

  func start() {
    let earlier = answer.isCounted ? ledger.began(path) : .max
    let isStalled = answer.stalls.indices.contains(earlier)
    let delay = answer.delay + (isStalled ? answer.stalls[earlier] : .zero)
    if delay > .zero {
      let deadline = link?.deadline(after: delay) ?? context.eventLoop.now + TimeAmount(delay)
      wait(until: deadline) { $0.send() }
      if link != nil { drawAhead() }
    } else {
      send()
    }
  }

  /// Draws a picture during the delay, so that it is not late: a large one takes tens of milliseconds.
  private func drawAhead() {
    guard case .body(.picture(let picture)) = answer.content else { return }
    // If this fails, it will fail again when it is sent, and then be reported.
    if let bytes = try? picture.bytes() { answer.content = .body(.drawn(bytes)) }
  }

  /// Ends the exchange after the client has disconnected.
  func abandon() {
    timer?.cancel()
    if let ticket { link?.end(ticket) }
    if answer.isCounted { ledger.ended(path, .aborted, bytes: bytesSent) }
  }

  private func send() {
    switch answer.content {
    case .silence:
      wait(until: context.eventLoop.now + TimeAmount(Faults.longestWait)) { $0.end(closing: true) }
    case .garbage:
      sendGarbage()
    case .body(let content):
      do {
        send(try content.bytes(ledger))
      } catch {
        let failure = Site.sentence("\(error)", status: .internalServerError)
        (answer.status, answer.headers) = (failure.status, failure.headers)
        answer.content = failure.content
        send()
      }
    }
  }

  private func send(_ whole: [UInt8]) {
    var bytes = whole
    if let part = answer.part, answer.status == .ok {
      let cut = part.cut(whole)
      (answer.status, bytes) = (cut.status, cut.bytes)
      for field in cut.fields { answer.headers.replaceOrAdd(name: field.name, value: field.value) }
    }
    var head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
    if answer.status.mayHaveResponseBody {
      head.headers.add(name: "Content-Length", value: String(bytes.count))
    }
    if !isKeptAlive { head.headers.add(name: "Connection", value: "close") }
    let sent = request.method == .HEAD ? [] : bytes.prefix(answer.ending.bodyLimit)
    body = PacedBody(sent, pace: pace)

    let part = ConnectionHandler.wrapOutboundOut(.head(head))
    if body.count > 0, case .client = pace {
      // The head is sent together with the first slice.
      context.write(part, promise: nil)
      proceed()
    } else {
      joinLink()
      write(part) { $0.proceed() }
    }
  }

  /// The pace of the response's own rate, or else of the link.
  private var pace: PacedBody.Pace {
    if let rate = answer.bytesPerSecond { return .rate(rate, since: context.eventLoop.now) }
    return link == nil ? .client : .link(granted: 0)
  }

  /// Begins to share the link, which does not count the head.
  private func joinLink() {
    guard body.count > 0, let link else { return }
    ticket = link.add(bytes: body.count) { count in
      self.body.grant(count)
      if !self.isSending { self.proceed() }
    }
  }

  /// Sends the next slice when it is due, or ends the response after the last one.
  private func proceed() {
    switch body.nextStep {
    case .finish: end(closing: answer.ending != .whole || !isKeptAlive)
    case .waitForGrant: break
    case .send(let count, notBefore: .distantPast): send(count)
    case .send(let count, let instant): wait(until: instant) { $0.send(count) }
    }
  }

  private func send(_ count: Int) {
    guard let slice = body.removeFirst(count) else { return }
    write(ConnectionHandler.wrapOutboundOut(.body(.byteBuffer(slice)))) {
      $0.count(bytes: count)
      $0.proceed()
    }
  }

  /// Writes, and continues when the system has accepted the bytes.
  ///
  /// So a client that does not read delays only its own response, and does not fill memory.
  private func write(_ part: NIOAny, then action: @escaping (Exchange) -> Void) {
    isSending = true
    context.writeAndFlush(part).assumeIsolated().whenSuccess {
      self.isSending = false
      action(self)
    }
  }

  /// Sends bytes that are not HTTP, bypassing the encoder.
  private func sendGarbage() {
    var random = SeededGenerator(text: path)
    let noise = [0xFF] + (0..<255).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let pipeline = context.pipeline.syncOperations
    guard let encoder = try? pipeline.context(handlerType: HTTPResponseEncoder.self) else {
      end(closing: true)
      return
    }
    let bytes = NIOAny(IOData.byteBuffer(ByteBuffer(bytes: noise)))
    encoder.writeAndFlush(bytes).assumeIsolated().whenSuccess {
      self.count(bytes: noise.count)
      self.end(closing: true)
    }
  }

  private func count(bytes: Int) {
    bytesSent += bytes
    if answer.isCounted { ledger.sent(path, bytes: bytes) }
  }

  private func end(closing: Bool) {
    if answer.isCounted { ledger.ended(path, .completed, bytes: bytesSent) }
    onEnd()
    if closing {
      close()
    } else {
      context.writeAndFlush(ConnectionHandler.wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  private func close() {
    if case .reset = answer.ending {
      // Closing a socket with a linger time of zero resets the connection.
      let socket = context.channel as? any SocketOptionProvider
      _ = socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }
    context.close(promise: nil)
  }

  private var isKeptAlive: Bool {
    request.isKeepAlive && request.version == .http1_1
  }

  private func wait(until deadline: NIODeadline, then action: @escaping (Exchange) -> Void) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { action(self) }
  }
}

extension Body {
  fileprivate func bytes(_ ledger: StatisticsLedger) throws -> [UInt8] {
    switch self {
    case .empty: []
    case .sentence(let text): Array(text.utf8)
    case .picture(let picture): try picture.bytes()
    case .drawn(let bytes): bytes
    case .manifest(let manifest): manifest.bytes()
    case .statistics: try ledger.json()
    }
  }
}
