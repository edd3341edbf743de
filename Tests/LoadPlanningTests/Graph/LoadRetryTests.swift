import DiskCache
import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

/// When what failed is tried again: in virtual time.
@Suite struct LoadRetryTests {
  private let a: ImageRequest

  init() throws { a = try request("a") }

  @Test func `a picture on screen is retried with growing delays, three attempts in all`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a, listens: true))
    let again = "tell a: again, because the server answered 503"
    #expect(transcript.failed(a.url, .status(503)) == [again])
    #expect(transcript.graph.statistics.transfersInFlight == 0, "its slot is free meanwhile")
    #expect(transcript.pass(.milliseconds(200)) == [])
    #expect(transcript.pass(.milliseconds(300)) == ["fetch a", "tell a: 0 of ?"])
    #expect(transcript.failed(a.url, .status(503)) == [again])
    #expect(transcript.pass(.milliseconds(450)) == [])
    #expect(transcript.pass(.milliseconds(550)) == ["fetch a", "tell a: 0 of ?"])
    #expect(transcript.failed(a.url, .status(503)) == ["deliver a: the server answered 503"])
    let statistics = transcript.graph.statistics
    #expect(statistics.retries == 2 && statistics.transfers == 1 && statistics.failed == 1)
    #expect(transcript.traces.last?.retries == 2)
  }

  @Test func `a body that is cut off each time is decoded in the end, and not stored`() throws {
    let cutOff = ImageError.truncated(bytes: 2, expected: 9)
    for decodes in [true, false] {
      var transcript = GraphTranscript { $0.hasDataCache = true }
      _ = transcript.join(transcript.task(a))
      _ = transcript.lookedUp(a.url)
      for attempt in 1...3 {
        let lines = transcript.fetch(
          a.url, .response(.whole(9)), .data(Data([1, 2])), .failed(cutOff))
        #expect(lines == (attempt < 3 ? [] : ["decode a normal"]))
        _ = transcript.pass(.seconds(10))
      }
      if decodes {
        #expect(transcript.worked(a) == ["remember a", "deliver a"])
      } else {
        let lines = transcript.worked(a, .failure(.decoding(.unknownFormat)))
        #expect(lines == ["deliver a: \(cutOff)"])
      }
    }
  }

  @Test func `a body ahead of the screen that is cut off is an error`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(try request("a", .low)))
    let cutOff = ImageError.truncated(bytes: 2, expected: 9)
    let lines = transcript.fetch(a.url, .response(.whole(9)), .data(Data([1, 2])), .failed(cutOff))
    #expect(lines == ["deliver a: \(cutOff)"])
  }

  @Test func `an attempt that succeeds ends it`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a))
    _ = transcript.failed(a.url, .timedOut(after: .seconds(1)))
    _ = transcript.pass(.seconds(1))
    #expect(transcript.fetched(a.url) == ["decode a normal"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
    #expect(transcript.pass(.seconds(100)) == [])
  }

  @Test func `speculation is not tried again`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(try request("a", .low)))
    #expect(transcript.failed(a.url, .status(503)) == ["deliver a: the server answered 503"])
  }

  @Test func `a retry that becomes speculation while it waits is given up`() throws {
    var transcript = GraphTranscript()
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.failed(a.url, .status(503))
    task.priority = .low
    _ = transcript.after { $0.reprioritize(task) }
    #expect(transcript.pass(.seconds(1)) == ["deliver a: the server answered 503"])
  }

  @Test func `a refusal is not tried again`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a))
    #expect(transcript.failed(a.url, .status(404)) == ["deliver a: the server answered 404"])
  }

  @Test func `a server that says when is not asked earlier`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a))
    let head = ResponseHead(status: 429, fields: HeaderFields(["retry-after": "7"]))
    _ = transcript.fetch(a.url, .response(head), .failed(.status(429)))
    #expect(transcript.pass(.milliseconds(6_900)) == [])
    #expect(transcript.pass(.milliseconds(100)) == ["fetch a"])
  }

  @Test func `a person who asks for it does not wait`() throws {
    var transcript = GraphTranscript()
    for name in ["a", "b"] {
      _ = transcript.join(transcript.task(try request(name)))
      _ = transcript.failed(try url(name), .status(500))
    }
    #expect(transcript.after { $0.retryNow() }.sorted() == ["fetch a", "fetch b"])
    #expect(transcript.graph.nextWake == nil)
  }

  @Test func `a cancel ends the waiting`() throws {
    var transcript = GraphTranscript()
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.failed(a.url, .status(500))
    #expect(transcript.leave(task) == ["deliver a: cancelled"])
    #expect(transcript.graph.nextWake == nil && transcript.graph.loads.isEmpty)
    #expect(transcript.pass(.seconds(60)) == [])
  }

  @Test func `who joins while it waits waits with it`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a))
    _ = transcript.failed(a.url, .status(500))
    #expect(transcript.join(transcript.task(a)) == [])
    #expect(transcript.pass(.seconds(1)) == ["fetch a"])
  }

  @Test func `an event of an earlier attempt changes nothing`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a))
    _ = transcript.failed(a.url, .status(500))
    #expect(transcript.failed(a.url, .status(500)) == [])
    #expect(transcript.fetched(a.url) == [])
    #expect(transcript.pass(.seconds(1)) == ["fetch a"])
  }
}
