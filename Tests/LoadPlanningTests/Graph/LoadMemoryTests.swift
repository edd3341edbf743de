import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

/// The bytes that loads have in hand.
@Suite struct LoadMemoryTests {
  private static func transcript(_ change: (inout LoadGraph.Setup) -> Void = { _ in })
    -> GraphTranscript
  {
    GraphTranscript(total: 8, perHost: 8) { setup in
      setup.queueLimits.bytesInHand = 3
      change(&setup)
    }
  }

  @Test func `beyond the bytes in hand, transfers wait whatever their priority`() throws {
    var transcript = Self.transcript()
    let requests = try ["a", "b", "c"].map { try request($0, .veryHigh) }
    #expect(transcript.join(transcript.task(requests[0])) == ["fetch a"])
    // It is here, and not decoded.
    #expect(transcript.fetched(requests[0].url, Data([1, 2, 3])) == ["decode a veryHigh"])
    #expect(transcript.join(transcript.task(requests[1])) == [])
    #expect(transcript.join(transcript.task(requests[2])) == [])
    #expect(transcript.worked(requests[0]) == ["remember a", "deliver a", "fetch b"])
    #expect(transcript.graph.statistics.queued == 1)
  }

  @Test func `pictures on screen wait for no bytes of speculation`() throws {
    var transcript = Self.transcript { $0.hasDataCache = true }
    let (stored, ahead) = (try request("stored", .low), try request("ahead", .low))
    _ = transcript.join(transcript.task(stored))
    _ = transcript.lookedUp(stored.url)
    let lines = transcript.fetched(stored.url, Data([1, 2, 3]))
    #expect(lines == ["store stored, 3 bytes", "decode stored low"])
    #expect(transcript.join(transcript.task(ahead)) == [])
    let visible = try request("visible")
    #expect(transcript.join(transcript.task(visible)) == ["look up visible"])
    #expect(transcript.lookedUp(visible.url) == ["fetch visible"])
  }

  @Test func `bytes that come on screen count as such`() throws {
    var transcript = Self.transcript()
    let (a, b) = (try request("a", .low), try request("b"))
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.fetched(a.url, Data([1, 2, 3]))
    task.priority = .high
    _ = transcript.after { $0.reprioritize(task) }
    #expect(transcript.join(transcript.task(b)) == [])
    #expect(transcript.worked(a).last == "fetch b")
  }

  @Test func `a body on its way counts with what its server announces`() throws {
    var transcript = Self.transcript()
    let (a, b) = (try request("a"), try request("b"))
    _ = transcript.join(transcript.task(a))
    _ = transcript.fetch(a.url, .response(ResponseHead(status: 200, expectedBytes: 9)))
    #expect(transcript.join(transcript.task(b)) == [])
    #expect(
      transcript.failed(a.url, .status(404)) == ["deliver a: \(ImageError.status(404))", "fetch b"])
  }

  @Test func `many streams start only as far as their bodies have room`() throws {
    var transcript = Self.transcript()
    let requests = try (0..<9).map { try request("\($0)") }
    _ = transcript.join(transcript.task(requests[0]))
    let head = ResponseHead(status: 200, expectedBytes: 1, isMultiplexed: true)
    _ = transcript.fetch(requests[0].url, .response(head))
    let tasks = requests.dropFirst().map { transcript.task($0) }
    let started = transcript.after { graph in for task in tasks { graph.join(task) } }
    #expect(started == ["fetch 1", "fetch 2"])
  }

  @Test func `a transfer that waits for its next attempt holds no bytes`() throws {
    var transcript = Self.transcript()
    let (a, b) = (try request("a"), try request("b"))
    _ = transcript.join(transcript.task(a))
    _ = transcript.fetch(a.url, .response(.whole(9)), .data(Data([1, 2, 3, 4])))
    #expect(transcript.join(transcript.task(b)) == [])
    #expect(transcript.failed(a.url, .timedOut(after: .seconds(1))) == ["fetch b"])
  }

  @Test func `the disk cache is read no faster than pictures are decoded`() throws {
    var transcript = Self.transcript { $0.hasDataCache = true }
    _ = transcript.after { $0.time.wallSeconds = 1_000 }
    let requests = try (0..<9).map { try request("\($0)", .veryHigh) }
    let asked = requests.flatMap { transcript.join(transcript.task($0)) }
    #expect(asked == (0..<4).map { "look up \($0)" })
    #expect(
      transcript.lookedUp(requests[0].url, .sample(freshUntil: 2_000)) == ["decode 0 veryHigh"])
    #expect(transcript.lookedUp(requests[1].url) == [])
    #expect(
      transcript.worked(requests[0])
        == ["remember 0", "deliver 0", "look up 4", "fetch 1"])
  }

  @Test func `a lookup on disk waits for no slow server`() throws {
    var transcript = Self.transcript { $0.hasDataCache = true }
    let (a, b) = (try request("a"), try request("b"))
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url)
    _ = transcript.fetch(a.url, .response(ResponseHead(status: 200, expectedBytes: 9)))
    #expect(transcript.join(transcript.task(b)) == ["look up b"])
    #expect(transcript.lookedUp(b.url) == [])
  }

  @Test func `who leaves before the disk cache is asked asks nothing of it`() throws {
    var transcript = Self.transcript { $0.hasDataCache = true }
    let tasks = try (0..<5).map { transcript.task(try request("\($0)")) }
    for task in tasks { _ = transcript.join(task) }
    #expect(transcript.leave(tasks[4]) == ["deliver 4: cancelled"])
    #expect(transcript.leave(tasks[0]) == ["deliver 0: cancelled", "cancel look up"])
  }
}
