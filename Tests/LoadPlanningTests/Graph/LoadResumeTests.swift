import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

/// Transfers that broke off and go on where they were.
@Suite struct LoadResumeTests {
  private let a: ImageRequest
  private let tag = ["ETag": "\"v1\"", "Accept-Ranges": "bytes"]

  init() throws { a = try request("a") }

  private func head(
    _ status: Int, _ bytes: Int, _ fields: [String: String] = [:]
  ) -> DataEvent {
    .response(
      ResponseHead(
        status: status, expectedBytes: bytes,
        fields: HeaderFields(tag.merging(fields) { _, new in new })))
  }

  /// Four of ten bytes have come when the connection breaks.
  private func brokenOff() -> GraphTranscript {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a, listens: true))
    _ = transcript.fetch(
      a.url, head(200, 10), .data(Data([1, 2, 3, 4])),
      .failed(.connection(code: -1005, reason: "gone")))
    return transcript
  }

  @Test func `the next attempt asks for the rest, and puts it behind what is there`() throws {
    var transcript = brokenOff()
    #expect(
      transcript.pass(.seconds(1)) == ["fetch a from 4 if \"v1\"", "tell a: 4 of 10"])
    let lines = transcript.fetch(
      a.url, head(206, 6, ["Content-Range": "bytes 4-9/10"]), .data(Data([5, 6, 7, 8, 9, 10])),
      .finished)
    #expect(lines == ["tell a: 10 of 10", "decode a normal"])
    #expect(transcript.graph.statistics.resumed == 1)
    #expect(transcript.graph.statistics.bytes == 10)
  }

  @Test func `a server that sends everything is taken at its word`() throws {
    var transcript = brokenOff()
    _ = transcript.pass(.seconds(1))
    let lines = transcript.fetch(
      a.url, head(200, 2, ["ETag": "\"v2\""]), .data(Data([8, 8])), .finished)
    #expect(lines.last == "decode a normal")
    #expect(transcript.graph.statistics.bytes == 2)
  }

  @Test(arguments: [
    ["Content-Range": "bytes 5-9/10"], ["Content-Range": "bytes 4-9/11"], [:],
    ["Content-Range": "bytes 4-9/10", "ETag": "\"v2\""],
  ])
  func `a rest that does not fit is never put behind it: all is fetched anew`(
    fields: [String: String]
  ) throws {
    var transcript = brokenOff()
    _ = transcript.pass(.seconds(1))
    let lines = transcript.fetch(a.url, head(206, 6, fields))
    #expect(lines == ["cancel fetch a", "fetch a", "tell a: 0 of ?"])
    #expect(transcript.fetched(a.url).last == "decode a normal")
    #expect(transcript.graph.statistics.resumed == 0)
  }

  @Test func `a range that is not to be had is answered by one attempt from the start`() throws {
    var transcript = brokenOff()
    _ = transcript.pass(.seconds(1))
    #expect(
      transcript.fetch(a.url, head(416, 0), .failed(.status(416)))
        == ["fetch a", "tell a: 0 of ?"])
    let lines = transcript.fetch(a.url, head(416, 0), .failed(.status(416)))
    #expect(lines == ["deliver a: the server answered 416"])
  }

  @Test func `a canceled transfer is continued when it is wanted again`() throws {
    var transcript = GraphTranscript()
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.fetch(a.url, head(200, 10), .data(Data([1, 2, 3])))
    #expect(transcript.leave(task) == ["deliver a: cancelled", "cancel fetch a"])
    #expect(transcript.join(transcript.task(a)) == ["fetch a from 3 if \"v1\""])
  }

  @Test func `without a strong validator it starts anew`() throws {
    var transcript = GraphTranscript()
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.fetch(a.url, head(200, 10, ["ETag": "W/\"v1\""]), .data(Data([1, 2, 3])))
    _ = transcript.leave(task)
    #expect(transcript.join(transcript.task(a)) == ["fetch a"])
  }

  @Test func `progress after a resumption counts from the whole`() throws {
    var transcript = brokenOff()
    _ = transcript.pass(.seconds(1))
    let lines = transcript.fetch(
      a.url, head(206, 6, ["Content-Range": "bytes 4-9/10"]), .data(Data([5])))
    #expect(lines == ["tell a: 5 of 10"])
  }

  @Test(arguments: [ImageError.connection(code: -1004, reason: "refused"), .status(503)])
  func `an attempt that brings nothing leaves what was there before it`(error: ImageError) throws {
    var transcript = brokenOff()
    _ = transcript.pass(.seconds(1))
    _ = transcript.failed(a.url, error)
    #expect(
      transcript.pass(.seconds(2)) == ["fetch a from 4 if \"v1\"", "tell a: 4 of 10"])
  }
}
