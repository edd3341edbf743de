import DiskCache
import FoundationEssentials
import Testing

@testable import ImageLoading

/// What becomes of loads that no task wants any more.
@Suite struct LoadAbandonedTests {
  private let a: ImageRequest

  init() throws { a = try request("a", .high) }

  private func head(_ bytes: Int, _ fields: [String: String] = [:]) -> DataEvent {
    .response(ResponseHead(status: 200, expectedBytes: bytes, fields: HeaderFields(fields)))
  }

  /// A host takes 100 ms to answer and 300 for a body; half of "a" is here after 250.
  private func halfWay(
    _ request: ImageRequest, _ task: (GraphTranscript) -> GraphTask, hasDataCache: Bool = false
  ) throws -> (GraphTranscript, GraphTask) {
    var transcript = GraphTranscript { $0.hasDataCache = hasDataCache }
    let earlier = try ImageLoadingTests.request("earlier")
    for (name, wanted) in [("earlier", transcript.task(earlier)), ("a", task(transcript))] {
      _ = transcript.join(wanted)
      let url = try url(name)
      if hasDataCache { _ = transcript.lookedUp(url) }
      _ = transcript.pass(.milliseconds(100))
      if name == "a" {
        _ = transcript.fetch(url, head(4), .data(Data([1, 2])))
        _ = transcript.pass(.milliseconds(150))
        return (transcript, wanted)
      }
      _ = transcript.fetch(url, head(4))
      _ = transcript.pass(.milliseconds(300))
      _ = transcript.fetch(url, .data(Data([1, 2, 3, 4])), .finished)
      _ = transcript.worked(earlier)
    }
    throw CancellationError()
  }

  private func halfWay(hasDataCache: Bool = false) throws -> (GraphTranscript, GraphTask) {
    try halfWay(a, { $0.task(a) }, hasDataCache: hasDataCache)
  }

  private func cancelled(_ task: GraphTask, _ chance: Double?) -> GraphTask {
    task.cancel(chanceOfReturn: chance)
    return task
  }

  @Test(arguments: [nil, 0, 0.37, .nan] as [Double?])
  func `a load that is hardly wanted again stops`(chance: Double?) throws {
    var (transcript, task) = try halfWay()
    #expect(
      transcript.leave(cancelled(task, chance)) == ["deliver a: cancelled", "cancel fetch a"])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.statistics.transfersInFlight == 0)
  }

  @Test func `one that may be is finished, decoded last, and kept on probation`() throws {
    var (transcript, task) = try halfWay()
    #expect(transcript.leave(cancelled(task, 0.4)) == ["deliver a: cancelled"])
    #expect(transcript.graph.statistics.transfersInFlight == 1)
    #expect(transcript.fetch(a.url, .data(Data([3, 4])), .finished) == ["decode a veryLow"])
    #expect(transcript.worked(a) == ["remember a on probation"])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.loads.held == BodyBytes())
    let statistics = transcript.graph.statistics
    #expect(statistics.finishedAfterCancel == 1 && statistics.cancelled == 1)
    #expect(statistics.requested == 2 && statistics.loaded == 1)
  }

  @Test func `with a disk cache its bytes go there, and nothing is decoded`() throws {
    var (transcript, task) = try halfWay(hasDataCache: true)
    #expect(transcript.leave(cancelled(task, 0.4)) == ["deliver a: cancelled"])
    #expect(
      transcript.fetch(a.url, .data(Data([3, 4])), .finished) == ["store a, 4 bytes"])
    #expect(transcript.graph.loads.isEmpty)
    #expect(transcript.graph.statistics.finishedAfterCancel == 1)
  }

  @Test func `with a disk cache one that nobody speaks of is finished if it is nearly there`()
    throws
  {
    var (transcript, task) = try halfWay(hasDataCache: true)
    #expect(
      transcript.leave(cancelled(task, nil)) == ["deliver a: cancelled", "cancel fetch a"])

    (transcript, task) = try halfWay(hasDataCache: true)
    _ = transcript.fetch(a.url, .data(Data([3])))
    #expect(transcript.leave(cancelled(task, nil)) == ["deliver a: cancelled"])
    #expect(transcript.fetch(a.url, .data(Data([4])), .finished) == ["store a, 4 bytes"])
  }

  @Test(arguments: [("max-age=60", true), ("no-store", false)])
  func `what the disk cache must not keep is not finished`(control: String, isKept: Bool) throws {
    var transcript = GraphTranscript { $0.hasDataCache = true }
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.lookedUp(a.url)
    _ = transcript.pass(.milliseconds(100))
    _ = transcript.fetch(a.url, head(4, ["Cache-Control": control]), .data(Data([1, 2, 3])))
    _ = transcript.pass(.milliseconds(90))
    let lines = transcript.leave(cancelled(task, 0.9))
    #expect(lines == ["deliver a: cancelled"] + (isKept ? [] : ["cancel fetch a"]))
  }

  @Test func `whoever comes back joins it, and has it as urgent as ever`() throws {
    var (transcript, task) = try halfWay()
    _ = transcript.leave(cancelled(task, 0.4))
    let again = transcript.task(a)
    #expect(transcript.join(again) == [])
    #expect(transcript.fetch(a.url, .data(Data([3, 4])), .finished) == ["decode a high"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
    let statistics = transcript.graph.statistics
    #expect(statistics.finishedAfterCancel == 0 && statistics.transfers == 2)
    #expect(statistics.requested == 3 && statistics.cancelled == 1 && statistics.loaded == 2)
  }

  @Test func `what was said before the last one joined is forgotten`() throws {
    var (transcript, task) = try halfWay()
    _ = transcript.leave(cancelled(task, 0.9))
    let again = transcript.task(a)
    _ = transcript.join(again)
    #expect(
      transcript.leave(cancelled(again, 0.1)) == ["deliver a: cancelled", "cancel fetch a"])
  }

  @Test(arguments: [(0.4, 0.1), (0.1, 0.4), (0.4, nil), (nil, 0.4)] as [(Double?, Double?)])
  func `of several who have left, the highest chance counts`(
    first: Double?, second: Double?
  ) throws {
    var (transcript, task) = try halfWay()
    let other = transcript.task(a)
    _ = transcript.join(other)
    for (task, chance) in [(task, first), (other, second)] {
      #expect(transcript.leave(cancelled(task, chance)) == ["deliver a: cancelled"])
    }
    _ = transcript.fetch(a.url, .data(Data([3, 4])), .finished)
    #expect(transcript.worked(a) == ["remember a on probation"])
  }

  @Test func `a chain of processors is finished to its end`() throws {
    let blur = try request("a", processors: ["blur"])
    var (transcript, task) = try halfWay(blur, { $0.task(blur) })
    #expect(transcript.leave(cancelled(task, 0.4)) == ["deliver a+blur: cancelled"])
    #expect(transcript.fetch(a.url, .data(Data([3, 4])), .finished) == ["decode a veryLow"])
    #expect(transcript.worked(a) == ["process a+blur"])
    #expect(transcript.worked(blur) == ["remember a+blur on probation"])
    #expect(transcript.graph.loads.isEmpty)
  }

  @Test func `what cannot be kept is not finished`() throws {
    var once = a
    once.isTransient = true
    var (transcript, task) = try halfWay(once, { $0.task(once) })
    #expect(
      transcript.leave(cancelled(task, 1)) == ["deliver a: cancelled", "cancel fetch a"])
    (transcript, task) = try halfWay(a, { $0.dataTask(a) })
    #expect(
      transcript.leave(cancelled(task, 1)) == ["deliver a: cancelled", "cancel fetch a"])
    (transcript, task) = try halfWay(a, { $0.dataTask(a) }, hasDataCache: true)
    #expect(transcript.leave(cancelled(task, 1)) == ["deliver a: cancelled"])
  }

  @Test func `what another picture is made of leaves nothing of its own behind`() throws {
    var (transcript, task) = try halfWay()
    let large = transcript.task(try request("a", side: 9))
    _ = transcript.join(large)
    #expect(transcript.leave(cancelled(task, 1)) == ["deliver a: cancelled"])
    #expect(
      transcript.leave(cancelled(large, nil)) == ["deliver a/9: cancelled", "cancel fetch a"])
    #expect(transcript.graph.loads.isEmpty)
  }

  @Test func `one that fails without anybody is not tried again`() throws {
    var (transcript, task) = try halfWay()
    _ = transcript.leave(cancelled(task, 1))
    #expect(transcript.failed(a.url, .timedOut(after: .seconds(1))) == [])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.nextWake == nil)
    #expect(transcript.graph.statistics.finishedAfterCancel == 0)
  }

  @Test func `what waits for its turn is never begun for nobody`() throws {
    var transcript = GraphTranscript(total: 1)
    let (first, second) = (transcript.task(try request("b")), transcript.task(a))
    #expect(transcript.join(first) == ["fetch b"])
    #expect(transcript.join(second) == [])
    #expect(transcript.leave(cancelled(second, 1)) == ["deliver a: cancelled"])
    #expect(transcript.fetched(try url("b")) == ["decode b normal"])
  }

  @Test func `its story has the bytes that had come for it alone`() throws {
    var (transcript, task) = try halfWay()
    _ = transcript.leave(cancelled(task, 0))
    #expect(transcript.traces.last?.bytes == 2 && transcript.traces.last?.error == .cancelled)

    (transcript, task) = try halfWay()
    _ = transcript.join(transcript.task(try request("a", side: 9)))
    _ = transcript.leave(cancelled(task, 0))
    #expect(transcript.traces.last?.bytes == 0, "another picture is made of them")
  }

  /// A decode takes a second, the average of one is a quarter of that; fetching takes 400 ms.
  @Test(arguments: [(0.6, false), (0.7, true)])
  func `what is being decoded is finished if fetching it again takes longer`(
    chance: Double, isFinished: Bool
  ) throws {
    var (transcript, task) = try halfWay()
    _ = transcript.pass(.milliseconds(150))
    #expect(transcript.fetch(a.url, .data(Data([3, 4])), .finished) == ["decode a high"])
    let lines = transcript.leave(cancelled(task, chance))
    #expect(
      lines == ["deliver a: cancelled", isFinished ? "decode a at veryLow" : "cancel decode a"])
    #expect(transcript.traces.last?.bytes == 4)
    #expect(transcript.worked(a) == (isFinished ? ["remember a on probation"] : []))
    #expect(transcript.graph.loads.isEmpty && transcript.graph.loads.held == BodyBytes())
  }

  @Test func `with a disk cache a decode is stopped: its bytes are there`() throws {
    var (transcript, task) = try halfWay(hasDataCache: true)
    _ = transcript.fetch(a.url, .data(Data([3, 4])), .finished)
    #expect(
      transcript.leave(cancelled(task, 1)) == ["deliver a: cancelled", "cancel decode a"])
  }

  @Test func `a picture that is made of a file is not finished`() throws {
    var transcript = GraphTranscript()
    let file = ImageRequest(
      url: try #require(URL(string: "file:///b.png")), targetSize: a.targetSize)
    let task = transcript.task(file)
    _ = transcript.join(task)
    #expect(
      transcript.leave(cancelled(task, 1)) == ["deliver b.png: cancelled", "cancel decode b.png"])
  }
}
