import NIOCore
import NIOHTTP1

/// Responds to the requests of one connection, one after another, and detects when the client
/// disconnects.
///
/// The pipeline handler before it admits one request at a time, so pipelined requests wait in the
/// socket and are handled in order.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let site: Site
  private let ledger: StatisticsLedger
  private let link: LinkPacer?
  private var request: HTTPRequestHead?
  private var exchange: Exchange?
  /// Whether no picture was requested over this connection.
  private var isNew = true

  /// - Parameter link: the link shared by all connections; nil if there is none.
  init(site: Site, ledger: StatisticsLedger, link: LinkPacer?) {
    self.site = site
    self.ledger = ledger
    self.link = link
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end:
      guard let request = request.take() else { return }
      var answer = site.answer(to: request)
      if isNew, answer.isCounted {
        isNew = false
        answer.delay += ServerShape.bounded(site.shape.connecting)
      }
      send(answer, to: request, context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    exchange.take()?.abandon()
    context.fireChannelInactive()
  }

  /// Responds with a sentence to bytes that are not HTTP if they may begin a request, and closes.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError, exchange == nil, request == nil {
      let request = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "", headers: ["Connection": "close"])
      var answer = Site.sentence("this is not HTTP", status: .badRequest)
      answer.isCounted = false
      send(answer, to: request, context)
    } else {
      context.close(promise: nil)
    }
  }

  private func send(
    _ answer: Answer, to request: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    let exchange = Exchange(answer, to: request, on: context, ledger: ledger, link: link) {
      [weak self] in self?.exchange = nil
    }
    self.exchange = exchange
    exchange.start()
  }
}
