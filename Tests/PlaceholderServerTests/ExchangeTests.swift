import NIOCore
import NIOEmbedded
import NIOHTTP1
import SimulationModels
import Testing

@testable import PlaceholderServer

/// Answers in virtual time.
@Suite struct ExchangeTests {
  private let loop = EmbeddedEventLoop()
  private let ledger = StatisticsLedger()

  private func channel(
    link: LinkPacer? = nil, shape: ServerShape = ServerShape()
  ) throws -> EmbeddedChannel {
    let handler = ConnectionHandler(site: Site(shape: shape), ledger: ledger, link: link)
    let channel = EmbeddedChannel(handler: handler, loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    return channel
  }

  private func ask(_ target: String, on channel: EmbeddedChannel) throws {
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target)
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
  }

  /// The number of body bytes sent since the last call, and whether a head was sent.
  private func sent(on channel: EmbeddedChannel) throws -> (head: Bool, bytes: Int) {
    var sent = (head: false, bytes: 0)
    while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
      switch part {
      case .head: sent.head = true
      case .body(let data): sent.bytes += data.readableBytes
      case .end: break
      }
    }
    return sent
  }

  @Test func `a delay lasts from the request to the head, to the millisecond`() throws {
    let channels = try (0..<6).map { _ in try channel() }
    for (index, channel) in channels.enumerated() {
      try ask("/9x9?delay=\(250 + index)", on: channel)
    }
    loop.advanceTime(by: .milliseconds(249))
    for channel in channels {
      #expect(try !sent(on: channel).head)
      loop.advanceTime(by: .milliseconds(1))
      #expect(try sent(on: channel).head)
    }
  }

  @Test func `the first picture of a connection waits for the handshake, later ones do not`() throws
  {
    let channel = try channel(shape: ServerShape(connecting: .milliseconds(300)))
    try ask("/9x9?delay=100", on: channel)
    loop.advanceTime(by: .milliseconds(399))
    #expect(try !sent(on: channel).head)
    loop.advanceTime(by: .milliseconds(1))
    #expect(try sent(on: channel).head)
    try ask("/9x9?delay=100", on: channel)
    loop.advanceTime(by: .milliseconds(100))
    #expect(try sent(on: channel).head)
  }

  @Test func `each answer for an address has its own stall, and those after the last have none`()
    throws
  {
    let channel = try channel()
    for wait in [350, 100, 200, 100, 100] as [Int64] {
      try ask("/9x9?delay=100&stall=250,0,100", on: channel)
      loop.advanceTime(by: .milliseconds(wait - 1))
      #expect(try !sent(on: channel).head)
      loop.advanceTime(by: .milliseconds(1))
      #expect(try sent(on: channel).head)
    }
  }

  @Test func `answers share one link once their delays are over`() throws {
    let link = LinkPacer(bytesPerSecond: 100_000, on: loop)
    let channels = try (0..<2).map { _ in try channel(link: link) }
    try ask("/9x9?bytes=5000", on: channels[0])
    try ask("/9x9?bytes=5000&delay=20", on: channels[1])
    loop.advanceTime(by: .milliseconds(20))
    #expect(try sent(on: channels[0]) == (true, 2_000))
    #expect(try sent(on: channels[1]) == (true, 0))
    loop.advanceTime(by: .milliseconds(60))
    #expect(try sent(on: channels[0]) == (false, 3_000))
    #expect(try sent(on: channels[1]) == (false, 3_000))
    loop.advanceTime(by: .milliseconds(20))
    #expect(try sent(on: channels[1]) == (false, 2_000))
    #expect(ledger.statistics.completed == 2)
  }

  @Test func `a delay stands still while nothing passes the link`() throws {
    let outages = Outages(every: .milliseconds(160), lasting: .milliseconds(40))
    let link = LinkPacer(bytesPerSecond: 100_000, outages: outages, on: loop)
    let channel = try channel(link: link)
    loop.advanceTime(by: .milliseconds(130))
    // The time of the link begins here.
    try ask("/9x9?bytes=5000&delay=150", on: channel)
    loop.advanceTime(by: .milliseconds(150))
    #expect(try sent(on: channel) == (true, 0))
    loop.advanceTime(by: .milliseconds(50))
    #expect(try sent(on: channel) == (false, 1_000))
    loop.advanceTime(by: .milliseconds(40))
    #expect(try sent(on: channel) == (false, 4_000))
    try ask("/9x9?bytes=5000&delay=130", on: channel)
    loop.advanceTime(by: .milliseconds(169))
    #expect(try !sent(on: channel).head)
    loop.advanceTime(by: .milliseconds(1))
    #expect(try sent(on: channel).head)
  }

  @Test func `a client that leaves gives its share back`() throws {
    let link = LinkPacer(bytesPerSecond: 100_000, on: loop)
    let channels = try (0..<2).map { _ in try channel(link: link) }
    for channel in channels { try ask("/9x9?bytes=5000", on: channel) }
    loop.advanceTime(by: .milliseconds(40))
    try channels[1].close().wait()
    loop.advanceTime(by: .milliseconds(30))
    #expect(try sent(on: channels[0]).bytes == 5_000)
    #expect(ledger.statistics.aborted == 1)
    #expect(ledger.statistics.bytes == 7_000)
  }

  @Test func `a rate of its own keeps an answer off the link`() throws {
    let link = LinkPacer(bytesPerSecond: 100_000, on: loop)
    let channel = try channel(link: link)
    try ask("/9x9?bytes=5000&drip=1000", on: channel)
    loop.advanceTime(by: .seconds(1))
    #expect(try sent(on: channel).bytes == 1_000)
  }
}
