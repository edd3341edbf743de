import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

/// The updates of tasks while they wait.
@Suite struct LoadProgressTests {
  private let a: ImageRequest
  private let head = DataEvent.response(ResponseHead(status: 200, expectedBytes: 100))
  private let chunk = DataEvent.data(Data(count: 10))

  init() throws { a = try request("a") }

  @Test func `whoever wants to be told is told, at most twenty times a second`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a))
    _ = transcript.join(transcript.task(a, listens: true))
    #expect(transcript.fetch(a.url, head, chunk) == ["tell a: 10 of 100"])
    #expect(transcript.fetch(a.url, chunk) == [])
    _ = transcript.pass(.milliseconds(50))
    #expect(transcript.fetch(a.url, chunk) == ["tell a: 30 of 100"])
  }

  @Test func `progress passes through processors`() throws {
    var transcript = GraphTranscript()
    let blur = try request("a", processors: ["blur"])
    _ = transcript.join(transcript.task(blur, listens: true))
    #expect(transcript.fetch(a.url, head, chunk) == ["tell a+blur: 10 of 100"])
  }

  @Test func `who joins half way is told at once, and nobody else`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a, listens: true))
    _ = transcript.fetch(a.url, head)
    #expect(transcript.join(transcript.task(a, listens: true)) == [], "there is nothing yet")
    _ = transcript.fetch(a.url, chunk)
    #expect(transcript.join(transcript.task(a, listens: true)) == ["tell a: 10 of 100"])
    let blur = try request("a", side: 9, processors: ["blur"])
    #expect(transcript.join(transcript.task(blur, listens: true)) == ["tell a/9+blur: 10 of 100"])
    #expect(transcript.join(transcript.task(a)) == [])
  }

  @Test func `a length that is not announced is not made up`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a, listens: true))
    #expect(
      transcript.fetch(a.url, .response(ResponseHead(status: 200)), chunk)
        == ["tell a: 10 of ?"])
  }

  @Test func `the fraction is 0 until the whole is known, and never above 1`() {
    #expect(ImageProgress(receivedBytes: 5, expectedBytes: nil).fraction == 0)
    #expect(ImageProgress(receivedBytes: 5, expectedBytes: 0).fraction == 0)
    #expect(ImageProgress(receivedBytes: 5, expectedBytes: 10).fraction == 0.5)
    #expect(ImageProgress(receivedBytes: 50, expectedBytes: 10).fraction == 1)
  }

  @Test func `every stage of a load leaves its time`() throws {
    var transcript = GraphTranscript(total: 1)
    _ = transcript.join(transcript.task(try request("running")))
    _ = transcript.join(transcript.task(a))
    _ = transcript.pass(.seconds(1))
    _ = transcript.failed(try url("running"), .status(404))
    _ = transcript.pass(.seconds(2))
    _ = transcript.fetch(a.url, head)
    _ = transcript.pass(.seconds(3))
    _ = transcript.fetch(a.url, .data(Data(count: 100)), .finished)
    _ = transcript.worked(a)
    let trace = try #require(transcript.traces.last)
    #expect(trace.queueWait == .seconds(1) && trace.firstByte == .seconds(2))
    #expect(trace.transfer == .seconds(3) && trace.decode == .seconds(1))
    #expect(trace.process == nil && trace.total == .seconds(6))
    #expect(trace.source == .network && trace.bytes == 100 && trace.error == nil)
  }
}
