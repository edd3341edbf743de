import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

/// Loads that no task wants any more.
@Suite struct LoadAbandonedTests {
  private let a: ImageRequest

  init() throws { a = try request("a", .high) }

  private func head(_ bytes: Int, _ fields: [String: String] = [:]) -> DataEvent {
    .response(ResponseHead(status: 200, expectedBytes: bytes, fields: HeaderFields(fields)))
  }

  /// A host takes 100 ms to answer; of the four bytes of "a" some have come in 150 ms.
  private func receive(
    _ bytes: Int, _ task: ((GraphTranscript) -> GraphTask)? = nil,
    _ fields: [String: String] = [:], hasDataCache: Bool = true
  ) -> (GraphTranscript, GraphTask) {
    var transcript = GraphTranscript { $0.hasDataCache = hasDataCache }
    let task = task?(transcript) ?? transcript.task(a)
    _ = transcript.join(task)
    if hasDataCache { _ = transcript.lookedUp(a.url) }
    _ = transcript.pass(.milliseconds(100))
    _ = transcript.fetch(a.url, head(4, fields), .data(Data(1...UInt8(bytes))))
    _ = transcript.pass(.milliseconds(150))
    return (transcript, task)
  }

  @Test func `a transfer that is half done stops`() {
    var (transcript, task) = receive(2)
    #expect(transcript.leave(task) == ["deliver a: cancelled", "cancel fetch a"])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.statistics.transfersInFlight == 0)
  }

  @Test func `one that is nearly done is finished for the disk cache, and nothing is decoded`() {
    var (transcript, task) = receive(3)
    #expect(transcript.leave(task) == ["deliver a: cancelled"])
    #expect(transcript.graph.statistics.transfersInFlight == 1)
    #expect(transcript.fetch(a.url, .data(Data([4])), .finished) == ["store a, 4 bytes"])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.loads.held == BodyBytes())
    let statistics = transcript.graph.statistics
    #expect(statistics.finishedAfterCancel == 1 && statistics.cancelled == 1)
    #expect(statistics.requested == 1 && statistics.loaded == 0)
  }

  @Test func `bytes alone are finished as well`() {
    var (transcript, task) = receive(3, { $0.dataTask(a) })
    #expect(transcript.leave(task) == ["deliver a: cancelled"])
  }

  @Test func `a load that no cache would keep stops`() {
    var (transcript, task) = receive(3, hasDataCache: false)
    #expect(transcript.leave(task) == ["deliver a: cancelled", "cancel fetch a"])
  }

  @Test(arguments: [("max-age=60", true), ("no-store", false)])
  func `a body that the disk cache must not keep is not finished`(control: String, isKept: Bool) {
    var (transcript, task) = receive(3, nil, ["Cache-Control": control])
    let lines = transcript.leave(task)
    #expect(lines == ["deliver a: cancelled"] + (isKept ? [] : ["cancel fetch a"]))
  }

  @Test func `whoever comes back joins it, and has it as urgent as ever`() {
    var (transcript, task) = receive(3)
    _ = transcript.leave(task)
    #expect(transcript.join(transcript.task(a)) == ["look up a"])
    #expect(transcript.lookedUp(a.url) == [])
    let lines = transcript.fetch(a.url, .data(Data([4])), .finished)
    #expect(Set(lines) == ["store a, 4 bytes", "decode a high"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
    let statistics = transcript.graph.statistics
    #expect(statistics.finishedAfterCancel == 0 && statistics.transfers == 1)
    #expect(statistics.requested == 2 && statistics.cancelled == 1 && statistics.loaded == 1)
  }

  @Test func `the last subscriber to leave decides`() {
    var (transcript, task) = receive(3)
    let other = transcript.task(a)
    _ = transcript.join(other)
    #expect(transcript.leave(task) == ["deliver a: cancelled"])
    #expect(transcript.leave(other) == ["deliver a: cancelled"])
    #expect(transcript.fetch(a.url, .data(Data([4])), .finished) == ["store a, 4 bytes"])
  }

  @Test func `one that fails without anybody is not tried again`() {
    var (transcript, task) = receive(3)
    _ = transcript.leave(task)
    #expect(transcript.failed(a.url, .timedOut(after: .seconds(1))) == [])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.nextWake == nil)
    #expect(transcript.graph.statistics.finishedAfterCancel == 0)
  }

  @Test func `a waiting load without subscribers never starts`() throws {
    var transcript = GraphTranscript(total: 1)
    let (first, second) = (transcript.task(try request("b")), transcript.task(a))
    #expect(transcript.join(first) == ["fetch b"])
    #expect(transcript.join(second) == [])
    #expect(transcript.leave(second) == ["deliver a: cancelled"])
    #expect(transcript.fetched(try url("b")) == ["decode b normal"])
  }

  @Test func `its story has the bytes that had come for it alone`() throws {
    var (transcript, task) = receive(2)
    _ = transcript.leave(task)
    #expect(transcript.traces.last?.bytes == 2 && transcript.traces.last?.error == .cancelled)

    (transcript, task) = receive(2)
    _ = transcript.join(transcript.task(try request("a", side: 9)))
    _ = transcript.leave(task)
    #expect(transcript.traces.last?.bytes == 0, "another picture is made of them")
  }

  @Test func `a decode is stopped`() {
    var (transcript, task) = receive(2)
    _ = transcript.fetch(a.url, .data(Data([3, 4])), .finished)
    #expect(transcript.leave(task) == ["deliver a: cancelled", "cancel decode a"])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.loads.held == BodyBytes())
  }

  @Test func `a picture that is made of a file is not finished`() throws {
    var transcript = GraphTranscript()
    let file = ImageRequest(
      url: try #require(URL(string: "file:///b.png")), targetSize: a.targetSize)
    let task = transcript.task(file)
    _ = transcript.join(task)
    #expect(transcript.leave(task) == ["deliver b.png: cancelled", "cancel decode b.png"])
  }
}
