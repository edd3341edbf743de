import Foundation
import LoadingTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading

/// Servers of HTTP/2 that break off, lie or talk nonsense in the middle of answers.
///
/// nginx takes TLS off and passes the frames on. Each test is a process of its own, because whom to trust is said by
/// the environment.
@Suite(
  .enabled(if: Nginx.hasStreams, "nginx passes no streams on"), .ownThread, .timeLimit(.minutes(3)))
struct HTTP2BreakageTests {
  @Test func `an answer that breaks off is an error, and its connection goes on`() async {
    await #expect(processExitsWith: .success) {
      try await BreakageServer.check(Breakage.ofStreams)
    }
  }

  @Test func `a connection that breaks off is replaced, or an error`() async {
    await #expect(processExitsWith: .success) {
      try await BreakageServer.check(Breakage.ofConnections)
    }
  }
}

/// Does to one connection what it is told, and answers well on all others.
private final class BreakageServer: Sendable {
  private let next = Mutex<Breakage?>(nil)

  /// Has each of them happen to a connection of its own, while another server answers as it should.
  static func check(_ breakages: [Breakage]) async throws {
    let breaking = BreakageServer()
    let server = try RawServer { breaking.serve($0) }
    let nginx = try Nginx([.trusted, .tunnel], upstream: server.port)
    nginx.trust()
    for breakage in breakages {
      breaking.next.withLock { $0 = breakage }
      async let elsewhere = DataLoader().events(
        for: DataRequest(url: try nginx.url("whole", .trusted), limits: limits))
      // A name of its own has a connection of its own.
      let url = try nginx.url("a", .tunnel, host: "\(breakage.name).peer.localhost")
      let outcomes = await outcomes(4, of: url, isViolated: breakage.isViolation)
      let whole = outcomes.count { $0.body.elementsEqual(Breakage.body) && $0.error == nil }
      let failed = outcomes.filter { $0.error != nil }
      #expect(whole + failed.count == 4, "\(breakage.name)")
      #expect(breakage.whole.contains(whole), "\(breakage.name): \(failed.map(\.error))")
      #expect(breaking.next.withLock { $0 == nil }, "\(breakage.name)")
      #expect(try await elsewhere.body.elementsEqual(nginx.body), "\(breakage.name), elsewhere")
    }
    withExtendedLifetime(server) {}
  }

  private static let limits = ImageLimits(timeout: patience)

  /// Returns the outcomes of this many requests at a time.
  ///
  /// - Parameter isViolated: whether libcurl tells only one stream that the connection is at its end; the others
  ///   are canceled then.
  private static func outcomes(
    _ count: Int, of url: URL, isViolated: Bool
  ) async -> [EventLog] {
    let loader = DataLoader()
    let logs = (0..<count).map { _ in SharedEventLog() }
    let request = DataRequest(url: url, limits: limits)
    let tasks = logs.map { log in loader.loadData(for: request) { log.add($0) } }
    if isViolated {
      await eventually("one ends") { logs.contains(where: \.events.hasEnded) }
      for task in tasks { task.cancel() }
    }
    await eventually("all end") { logs.allSatisfy(\.events.hasEnded) }
    return logs.map(\.events)
  }

  private func serve(_ connection: RawConnection) {
    guard var peer = HTTP2Peer(connection), let first = peer.nextRequest() else { return }
    var streams = [first]
    if let breakage = next.withLock({ $0.take() }) {
      while streams.count < 4, let stream = peer.nextRequest() { streams.append(stream) }
      guard streams.count == 4 else { return }
      breakage.act(&peer, Array(streams.prefix(2)))
      streams.removeFirst(2)
    }
    for stream in streams { peer.answer(stream, Breakage.body) }
    while let stream = peer.nextRequest() { peer.answer(stream, Breakage.body) }
  }
}
