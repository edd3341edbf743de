import DecodingTestSupport
import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

/// Something to look at before a picture is decoded, or has come.
@Suite struct LoadStandInTests {
  private let a: ImageRequest
  private let b: ImageRequest
  private let thumbnail = ImagePreview(
    PixelImage(size: PixelSize(width: 2, height: 1), filledWith: 7),
    of: PixelSize(width: 4, height: 2))

  init() throws {
    a = ImageRequest(
      url: try #require(URL(string: "file:///a")), targetSize: PixelSize(width: 4, height: 4))
    b = try request("b")
  }

  private func transcript() -> GraphTranscript {
    GraphTranscript { $0.makesStandIns = true }
  }

  private func asked(_ request: ImageRequest) -> (GraphTranscript, [String]) {
    var transcript = transcript()
    let lines = transcript.join(transcript.task(request, listens: true))
    return (transcript, lines)
  }

  @Test func `a local file is looked into while it waits to be decoded`() {
    var (transcript, lines) = asked(a)
    #expect(lines == ["decode a normal locally", "look for a stand-in of a in the file"])
    #expect(transcript.stoodIn(a, thumbnail) == ["tell a: preview 2x1"])
    #expect(transcript.graph.statistics.previews == 1)
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
  }

  @Test func `nothing to look at is no trouble`() {
    var (transcript, _) = asked(a)
    #expect(transcript.stoodIn(a, nil) == [])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
  }

  @Test func `a picture stops the search for its stand-in`() {
    var (transcript, _) = asked(a)
    #expect(transcript.worked(a) == ["remember a", "cancel stand-in a", "deliver a"])
    #expect(transcript.stoodIn(a, thumbnail) == [])
  }

  @Test func `nobody makes one for speculation, for who is silent or wants none`() {
    var (speculative, silent, eager) = (a, a, a)
    speculative.priority = .low
    #expect(asked(speculative).1 == ["decode a low locally"])
    silent.previews = .none
    #expect(asked(silent).1 == ["decode a normal locally"])
    eager.previews = .eager
    #expect(asked(eager).1.last == "look for a stand-in of a in the file in a hurry")
    var transcript = transcript()
    #expect(transcript.join(transcript.task(a)) == ["decode a normal locally"])
  }

  @Test func `another decoder may make anything of the bytes, so nothing is guessed`() {
    var transcript = GraphTranscript()
    let task = transcript.task(a, listens: true)
    #expect(transcript.join(task) == ["decode a normal locally"])
  }

  @Test func `a prefetched picture that comes on screen before it is decoded gets a stand-in`() {
    var ahead = a
    ahead.priority = .low
    var transcript = transcript()
    let task = transcript.task(ahead, listens: true)
    _ = transcript.join(task)
    task.priority = .high
    #expect(
      transcript.after { $0.reprioritize(task) }
        == ["decode a at high", "look for a stand-in of a in the file"])
    task.priority = .veryHigh
    #expect(transcript.after { $0.reprioritize(task) } == ["decode a at veryHigh"])
  }

  @Test func `pictures that wait for each other are in a hurry`() throws {
    var transcript = transcript()
    let tasks = try ["1", "2", "3"].map { name in
      let url = try #require(URL(string: "file:///\(name)"))
      return transcript.task(ImageRequest(url: url, targetSize: a.targetSize), listens: true)
    }
    let lines = transcript.after { graph in for task in tasks { graph.join(task) } }
    #expect(
      lines.filter { $0.hasPrefix("look") }.map { $0.hasSuffix("in a hurry") }
        == [false, false, true])
  }

  // MARK: - Transfers

  private let head = DataEvent.response(ResponseHead(status: 200, expectedBytes: 200_000))

  @Test func `a transfer gets a stand-in once its header has arrived`() throws {
    let header = try Fixture("baseline.jpg").bytes
    var (transcript, _) = asked(b)
    #expect(transcript.fetch(b.url, head, .data(Data(header.prefix(20)))).count == 1)
    let lines = transcript.fetch(b.url, .data(Data(header.dropFirst(20))))
    #expect(lines == ["look for a stand-in of b in \(header.count) bytes in a hurry"])
    #expect(transcript.stoodIn(b, thumbnail) == ["tell b: preview 2x1"])
    let rest = Data(count: 200_000 - header.count)
    #expect(transcript.fetch(b.url, .data(rest), .finished).last == "decode b normal")
  }

  @Test func `where the beginning shows nothing, the whole is looked into as it waits`() throws {
    let header = try Fixture("baseline.jpg").bytes
    var (transcript, _) = asked(b)
    _ = transcript.fetch(b.url, head, .data(Data(header)))
    #expect(transcript.stoodIn(b, nil) == [])
    let rest = Data(count: 200_000 - header.count)
    let lines = transcript.fetch(b.url, .data(rest), .finished)
    #expect(lines.suffix(2) == ["decode b normal", "look for a stand-in of b in 200000 bytes"])
  }

  @Test func `a short transfer is not looked into before its end`() throws {
    let header = try Fixture("baseline.jpg").bytes
    var (transcript, _) = asked(b)
    let short = DataEvent.response(ResponseHead(status: 200, expectedBytes: header.count + 9_000))
    #expect(transcript.fetch(b.url, short, .data(Data(header))).allSatisfy { $0.hasPrefix("tell") })
  }

  @Test func `a task that leaves takes its stand-in with it`() {
    var transcript = transcript()
    let task = transcript.task(a, listens: true)
    _ = transcript.join(task)
    let lines = transcript.after { $0.leave(task) }
    #expect(lines.contains("cancel stand-in a") && lines.contains("cancel decode a"))
  }
}
