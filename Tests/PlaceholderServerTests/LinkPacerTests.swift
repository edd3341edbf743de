import NIOCore
import NIOEmbedded
import SimulationModels
import Testing

@testable import PlaceholderServer

@Suite struct LinkPacerTests {
  /// The grants of one answer and their instants.
  private final class Log {
    var grants: [(bytes: Int, at: Int64)] = []
  }

  private let loop = EmbeddedEventLoop()

  private func pacer(_ bytesPerSecond: Int, _ outages: Outages? = nil) -> LinkPacer {
    LinkPacer(bytesPerSecond: bytesPerSecond, outages: outages, on: loop)
  }

  private func begin(_ bytes: Int, on pacer: LinkPacer) -> (ticket: Int, log: Log) {
    let log = Log()
    let ticket = pacer.add(bytes: bytes) { [loop] in
      log.grants.append(($0, Int64(loop.now.uptimeNanoseconds / 1_000_000)))
    }
    return (ticket, log)
  }

  @Test func `bytes come every ten milliseconds, and the last when it is through`() {
    let pacer = pacer(100_000)
    let (_, log) = begin(2_500, on: pacer)
    loop.advanceTime(by: .seconds(1))
    #expect(log.grants.map(\.bytes) == [1_000, 1_000, 500])
    #expect(log.grants.map(\.at) == [10, 20, 25])
  }

  @Test func `answers that begin meanwhile delay no tick`() {
    let pacer = pacer(100_000)
    let (_, log) = begin(1_000_000, on: pacer)
    for _ in 0..<20 {
      loop.advanceTime(by: .milliseconds(2))
      pacer.end(begin(1_000_000, on: pacer).ticket)
    }
    #expect(log.grants.map(\.at) == [10, 20, 30, 40])
  }

  @Test func `an answer that ends brings the others forward`() {
    let pacer = pacer(100_000)
    let (_, log) = begin(1_000, on: pacer)
    let (other, silent) = begin(1_000, on: pacer)
    loop.advanceTime(by: .milliseconds(4))
    pacer.end(other)
    loop.advanceTime(by: .seconds(1))
    #expect(log.grants.map(\.bytes) == [800, 200])
    #expect(log.grants.map(\.at) == [10, 12])
    #expect(silent.grants.isEmpty)
  }

  @Test func `nothing comes in an outage, and all goes on behind it`() {
    let outages = Outages(every: .milliseconds(25), lasting: .milliseconds(100))
    let pacer = pacer(100_000, outages)
    let (_, log) = begin(3_500, on: pacer)
    loop.advanceTime(by: .seconds(1))
    #expect(log.grants.map(\.bytes) == [1_000, 1_000, 1_000, 500])
    #expect(log.grants.map(\.at) == [10, 20, 130, 135])
  }

  @Test func `a transfer that would end as an outage begins ends after it`() {
    let outages = Outages(every: .milliseconds(20), lasting: .milliseconds(100))
    let (_, log) = begin(2_000, on: pacer(100_000, outages))
    loop.advanceTime(by: .seconds(1))
    #expect(log.grants.map(\.bytes) == [1_000, 1_000])
    #expect(log.grants.map(\.at) == [10, 120])
  }

  @Test func `a link without answers sleeps`() {
    let pacer = pacer(1_000)
    let (ticket, _) = begin(10_000, on: pacer)
    pacer.end(ticket)
    pacer.end(ticket)
    #expect(throws: Never.self) { try loop.syncShutdownGracefully() }
  }

  @Test func `an answer that follows another on its grant shares from then on`() {
    let pacer = pacer(100_000)
    let log = Log()
    _ = pacer.add(bytes: 1_000) { [loop] _ in
      _ = pacer.add(bytes: 500) {
        log.grants.append(($0, Int64(loop.now.uptimeNanoseconds / 1_000_000)))
      }
    }
    loop.advanceTime(by: .seconds(1))
    #expect(log.grants.map(\.at) == [15])
  }
}
