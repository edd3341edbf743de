import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

@Suite struct LoadGraphTests {
  @Test func `one picture: fetched, decoded, remembered, delivered`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    #expect(transcript.join(transcript.task(a)) == ["fetch a"])
    #expect(transcript.fetched(a.url) == ["decode a normal"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
    #expect(transcript.graph.statistics.loaded == 1)
    #expect(transcript.graph.statistics.bytes == 2)
  }

  @Test func `equal requests share one transfer and one decode`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    #expect(transcript.join(transcript.task(a)) == ["fetch a"])
    #expect(transcript.join(transcript.task(a)) == [])
    #expect(transcript.fetched(a.url) == ["decode a normal"])
    #expect(transcript.join(transcript.task(a)) == [])
    #expect(transcript.worked(a) == ["remember a"] + Array(repeating: "deliver a", count: 3))
    let statistics = transcript.graph.statistics
    #expect(statistics.requested == 1 && statistics.coalesced == 2 && statistics.transfers == 1)
  }

  @Test func `a connection of many streams has all that is on screen fetched at once`() throws {
    var transcript = GraphTranscript(perHost: 1)
    let requests = try ["a", "b", "c", "d"].map { try request($0) }
    let tasks = requests.map { transcript.task($0) }
    let started = tasks.flatMap { transcript.join($0) }
    #expect(started == ["fetch a"])
    let head = ResponseHead(status: 200, expectedBytes: 2, isMultiplexed: true)
    #expect(
      transcript.fetch(requests[0].url, .response(head)) == ["fetch b", "fetch c", "fetch d"])
    _ = transcript.fetch(requests[0].url, .data(Data([1, 2])), .finished)
    _ = transcript.worked(requests[0])
    #expect(transcript.traces.map(\.isMultiplexed) == [true], "a picture's story says so")
  }

  @Test func `two sizes of one URL share the transfer`() throws {
    var transcript = GraphTranscript()
    let small = try request("a", side: 4)
    let large = try request("a", side: 9)
    #expect(transcript.join(transcript.task(small)) == ["fetch a"])
    #expect(transcript.join(transcript.task(large)) == [])
    #expect(transcript.fetched(small.url).sorted() == ["decode a normal", "decode a/9 normal"])
    #expect(transcript.worked(large) == ["remember a/9", "deliver a/9"])
    #expect(transcript.worked(small) == ["remember a", "deliver a"])
    let statistics = transcript.graph.statistics
    #expect(statistics.requested == 2 && statistics.coalesced == 1 && statistics.transfers == 1)
  }

  @Test func `a size that comes late takes the bytes that are there`() throws {
    var transcript = GraphTranscript()
    let small = try request("a", side: 4)
    _ = transcript.join(transcript.task(small))
    _ = transcript.fetched(small.url)
    let large = try request("a", side: 9)
    #expect(transcript.join(transcript.task(large)) == ["decode a/9 normal"])
  }

  @Test func `once the last picture is made, the bytes are forgotten`() throws {
    var transcript = GraphTranscript()
    let small = try request("a", side: 4)
    _ = transcript.join(transcript.task(small))
    _ = transcript.fetched(small.url)
    _ = transcript.worked(small)
    #expect(transcript.graph.loads.held == BodyBytes() && transcript.graph.loads.isEmpty)
    #expect(transcript.join(transcript.task(try request("a", side: 9))) == ["fetch a"])
  }

  @Test func `bytes and picture of one URL share the transfer`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    #expect(transcript.join(transcript.dataTask(a)) == ["fetch a"])
    #expect(transcript.join(transcript.task(a)) == [])
    #expect(transcript.fetched(a.url).sorted() == ["decode a normal", "deliver a"])
    #expect(transcript.join(transcript.dataTask(a)) == ["deliver a"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
    let statistics = transcript.graph.statistics
    #expect(statistics.requested == 3 && statistics.loaded == 3 && statistics.transfers == 1)
  }

  @Test func `the transfer stops when the last one leaves, and only then`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    let (first, second) = (transcript.task(a), transcript.task(a))
    let third = transcript.task(try request("a", side: 9))
    for task in [first, second, third] { _ = transcript.join(task) }
    #expect(transcript.leave(first) == ["deliver a: cancelled"])
    #expect(transcript.leave(second) == ["deliver a: cancelled"])
    #expect(transcript.leave(third) == ["deliver a/9: cancelled", "cancel fetch a"])
    #expect(transcript.leave(third) == [])
    #expect(transcript.graph.statistics.cancelled == 2)
  }

  @Test func `a picture that is being decoded stops when the last one leaves`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.fetched(a.url)
    #expect(transcript.leave(task) == ["deliver a: cancelled", "cancel decode a"])
    #expect(transcript.graph.statistics.decodesInFlight == 0)
  }

  @Test func `started and canceled in one batch costs no transfer`() throws {
    var transcript = GraphTranscript()
    let task = transcript.task(try request("a"))
    let lines = transcript.after { graph in
      graph.join(task)
      graph.leave(task)
    }
    #expect(lines == ["deliver a: cancelled"])
    #expect(transcript.graph.statistics.transfers == 0)
  }

  @Test func `a failure reaches all that wait, and frees the slot`() throws {
    var transcript = GraphTranscript(total: 1)
    let a = try request("a")
    _ = transcript.join(transcript.task(a))
    _ = transcript.join(transcript.task(try request("a", side: 9)))
    _ = transcript.join(transcript.task(try request("b")))
    let lines = transcript.failed(a.url, .status(404))
    #expect(
      lines.sorted() == [
        "deliver a/9: the server answered 404", "deliver a: the server answered 404", "fetch b",
      ])
    #expect(transcript.graph.statistics.failed == 2)
  }

  @Test func `no prefetch starts while much that has come is not decoded`() throws {
    var transcript = GraphTranscript()
    let a = try request("a", .low)
    _ = transcript.join(transcript.task(a))
    _ = transcript.fetched(a.url, Data(count: 30 << 20))
    #expect(transcript.join(transcript.task(try request("ahead", .low))) == [])
    #expect(transcript.join(transcript.task(try request("visible"))) == ["fetch visible"])
    #expect(
      transcript.worked(a) == ["remember a on probation", "deliver a", "fetch ahead"])
  }

  @Test func `an answer to what was given up changes nothing`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.fetched(a.url)
    _ = transcript.leave(task)
    #expect(transcript.worked(a) == [])
    // Wanted again meanwhile: the old answer is not for the new load.
    #expect(transcript.join(task) == ["fetch a"])
    #expect(transcript.worked(a) == [])
  }

  @Test func `a local picture needs no slot`() throws {
    var transcript = GraphTranscript(total: 1)
    _ = transcript.join(transcript.task(try request("running")))
    let file = ImageRequest(
      url: try #require(URL(string: "file:///pictures/b.png")),
      targetSize: PixelSize(width: 4, height: 4), priority: .low)
    #expect(transcript.join(transcript.task(file)) == ["decode b.png low locally"])
  }

  @Test(arguments: [
    ("ftp://a.test/a", "deliver a: ftp: URLs are not supported"),
    ("http:///a", "deliver a: not a usable URL: http:///a"),
    ("a", "deliver a: not a usable URL: a"),
  ])
  func `an unusable URL fails immediately, without a transfer`(
    text: String, line: String
  ) throws {
    var transcript = GraphTranscript()
    let request = ImageRequest(
      url: try #require(URL(string: text)), targetSize: PixelSize(width: 4, height: 4))
    #expect(transcript.join(transcript.task(request)) == [line])
    #expect(transcript.graph.statistics.failed == 1 && transcript.graph.statistics.transfers == 0)
  }

  @Test func `everything can be canceled at once`() throws {
    var transcript = GraphTranscript(total: 1)
    for name in ["a", "b"] { _ = transcript.join(transcript.task(try request(name))) }
    let lines = transcript.after { $0.leaveAll() }
    #expect(lines.sorted() == ["cancel fetch a", "deliver a: cancelled", "deliver b: cancelled"])
    #expect(transcript.graph.statistics.queued == 0)
    #expect(transcript.graph.statistics.transfersInFlight == 0)
    #expect(transcript.graph.loads.isEmpty && transcript.graph.nextWake == nil)
  }
}
