import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PlaceholderServer

@Suite(.ownThread, .timeLimit(.minutes(1))) struct SignalTests {
  private struct Progress {
    var thread: pthread_t?
    var signal: Int32?
  }

  private final class Waiting: Sendable {
    let progress = Mutex(Progress())
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `a signal ends the serving`(signal: Int32) async throws {
    let server = try PlaceholderServer()
    let waiting = Waiting()
    Thread.detachNewThread {
      waiting.progress.withLock { $0.thread = pthread_self() }
      let received = try? server.serveUntilSignaled()
      waiting.progress.withLock { $0.signal = received }
    }
    // An answer shows that the thread has blocked the signals.
    #expect(try RawClient.get("/1x1", from: server.port).status == 200)
    let thread = try #require(waiting.progress.withLock { $0.thread })
    pthread_kill(thread, signal)

    await eventually("it ends") { waiting.progress.withLock { $0.signal } != nil }
    #expect(waiting.progress.withLock { $0.signal } == signal)
    #expect(throws: ServerError.stopped) { try server.start() }
  }
}
