import DecodingTestSupport
import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

/// Coarse pictures of what has come so far.
@Suite struct LoadPreviewTests {
  private let a: ImageRequest
  private let start: Data
  private let coarse = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 7)
  private let head = DataEvent.response(
    ResponseHead(
      status: 200, expectedBytes: 200_000,
      fields: HeaderFields(["ETag": "\"v1\"", "Accept-Ranges": "bytes"])))

  init() throws {
    a = try request("a")
    start = try Fixture("progressive.jpg").bytes + Data(count: 20_000)
  }

  /// 20 KB of 200 have come, and a task wants to see them.
  private func begun(_ request: ImageRequest? = nil) -> (GraphTranscript, [String]) {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(request ?? a, listens: true))
    let lines = transcript.fetch(a.url, head, .data(start))
    return (transcript, lines)
  }

  @Test func `the received part of a large JPEG is decoded and shown`() {
    var (transcript, lines) = begun()
    #expect(lines.last == "preview a of \(start.count) bytes")
    #expect(transcript.previewed(a.url, coarse) == ["tell a: preview 1x1"])
    #expect(transcript.graph.statistics.previews == 1)
  }

  @Test func `one preview is made at a time, and the next when there is much more`() {
    var (transcript, _) = begun()
    _ = transcript.pass(.seconds(1))
    let chunk = DataEvent.data(Data(count: 30_000))
    #expect(transcript.fetch(a.url, chunk) == ["tell a: \(start.count + 30_000) of 200000"])
    _ = transcript.previewed(a.url, coarse)
    #expect(transcript.fetch(a.url, chunk) == ["preview a of \(start.count + 60_000) bytes"])
  }

  @Test func `a preview that cannot be made is ignored, and the whole still arrives`() {
    var (transcript, _) = begun()
    #expect(transcript.previewed(a.url, nil) == [])
    let rest = Data(count: 200_000 - start.count)
    #expect(transcript.fetch(a.url, .data(rest), .finished) == ["decode a normal"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
  }

  @Test func `the whole picture stops the preview that is still being made`() {
    var (transcript, _) = begun()
    let rest = Data(count: 200_000 - start.count)
    let lines = transcript.fetch(a.url, .data(rest), .finished)
    #expect(lines == ["cancel preview a", "decode a normal"])
    #expect(transcript.previewed(a.url, coarse) == [])
  }

  @Test func `a failure stops it too`() {
    var (transcript, _) = begun()
    #expect(
      transcript.failed(a.url, .status(404))
        == ["cancel preview a", "deliver a: the server answered 404"])
  }

  @Test func `a preview comes unprocessed to those who wait for a processor`() throws {
    var (transcript, lines) = begun(try request("a", processors: ["blur", "sepia"]))
    #expect(lines.last == "preview a of \(start.count) bytes")
    #expect(transcript.previewed(a.url, coarse) == ["tell a+blur+sepia: preview 1x1"])
  }

  @Test func `speculation and silent tasks have no previews`() throws {
    #expect(begun(try request("a", .low)).1.allSatisfy { !$0.hasPrefix("preview") })
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(a))
    #expect(transcript.fetch(a.url, head, .data(start)) == [])
  }

  @Test func `previews go on after a resumption`() {
    var (transcript, _) = begun()
    _ = transcript.previewed(a.url, coarse)
    _ = transcript.failed(a.url, .connection(code: -1005, reason: "gone"))
    #expect(transcript.pass(.seconds(1)).contains("fetch a from \(start.count) if \"v1\""))
    let rest = DataEvent.response(
      ResponseHead(
        status: 206, expectedBytes: 200_000 - start.count,
        fields: HeaderFields([
          "ETag": "\"v1\"", "Content-Range": "bytes \(start.count)-199999/200000",
        ])))
    let lines = transcript.fetch(a.url, rest, .data(Data(count: 60_000)))
    #expect(lines.last == "preview a of \(start.count + 60_000) bytes")
  }
}
