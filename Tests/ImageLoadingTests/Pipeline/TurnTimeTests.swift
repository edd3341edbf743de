import FoundationEssentials
import LoadPlanning
import LoadingTestSupport
import Raster
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading

/// The time of messages that arrive while the pipeline takes a turn.
@Suite(.timeLimit(.minutes(1))) struct TurnTimeTests {
  @Test func `an answer that arrives during a turn has its own time`() async throws {
    let clock = SetClock()
    let traces = Log<LoadTrace>()
    var configuration = ImagePipeline.Configuration()
    configuration.clock = clock
    configuration.dataLoader = PromptDataLoader(clock: clock)
    configuration.decoder = FlatDecoder()
    configuration.trace = { traces.add($0) }
    let pipeline = ImagePipeline(configuration)

    let request = ImageRequest(
      url: try #require(URL(string: "http://a.test/a")), targetSize: PixelSize(width: 1, height: 1))
    pipeline.loadImage(with: request) { _ in }

    await eventually("the load ends") { traces.count == 1 }
    let trace = try #require(traces.entries.first)
    #expect(trace.firstByte == .seconds(5))
    #expect(trace.total == .seconds(5))
  }
}

/// Answers from another thread, five seconds later, before the fetch has a task.
private struct PromptDataLoader: DataLoading {
  let clock: SetClock

  func loadData(
    for request: DataRequest, receive: @escaping @Sendable (DataEvent) -> Void
  ) -> any DataTask {
    clock.now.withLock { $0 += .seconds(5) }
    let thread = WorkerThread(name: "answer", niceness: 0) {
      receive(.response(ResponseHead(status: 200, expectedBytes: 1)))
      receive(.data(Data([7])))
      receive(.finished)
    }
    thread?.join()
    return EndedTask()
  }
}

private struct EndedTask: DataTask {
  func cancel() {}
}

/// A clock that a test sets; its alarms never ring.
private final class SetClock: LoadClock {
  let now = Mutex(Duration.zero)

  var time: LoadTime { LoadTime(elapsed: now.withLock { $0 }) }

  func alarm(
    after delay: Duration, ring: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable { self }
}
