import DecodingTestSupport
import DiskCache
import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

/// Pictures that are made of the first scans of a progressive JPEG over a slow link.
@Suite struct LoadFirstScansTests {
  private let tile: ImageRequest
  private let detail: ImageRequest
  private let file: Data
  /// The bytes up to the marker behind the first scans.
  private let beginning: Data

  init() throws {
    var tile = try request("a")
    tile.thumbnails = .ifSufficient
    self.tile = tile
    detail = try request("a", side: 900)
    file = Data(try Fixture("Photos/progressive.jpg").bytes)
    var scans = FirstScans()
    file.withUnsafeBytes { scans.find(in: $0) }
    beginning = file.prefix(try #require(scans.end) + 2)
  }

  private func transcript(decodesJPEGs: Bool = true) -> GraphTranscript {
    GraphTranscript { $0.makesStandIns = decodesJPEGs }
  }

  /// The transfer has brought the first scans, after so many seconds.
  private func arrived(
    _ graph: inout GraphTranscript, after seconds: Double = 1, tag: String = "\"v1\""
  ) -> [String] {
    let head = ResponseHead(
      status: 200, expectedBytes: file.count, fields: HeaderFields(["ETag": tag]))
    _ = graph.fetch(tile.url, .response(head))
    _ = graph.pass(.seconds(seconds))
    return graph.fetch(tile.url, .data(beginning))
  }

  @Test func `first scans that show all make the picture, and the rest is not received`() throws {
    var graph = transcript()
    #expect(graph.join(graph.task(tile)) == ["fetch a"])
    #expect(arrived(&graph) == ["decode a normal", "cancel fetch a"])
    #expect(graph.worked(tile) == ["remember a", "deliver a"])
    #expect(graph.graph.loads.isEmpty && graph.graph.statistics.transfersInFlight == 0)
    let trace = try #require(graph.traces.last)
    #expect(trace.bytes == beginning.count && trace.source == .network)
    #expect(trace.transfer == .seconds(1))
  }

  @Test func `a transfer that cannot be continued does not stop`() {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    #expect(!arrived(&graph, tag: "W/\"weak\"").contains("decode a normal"))
  }

  @Test func `a picture ahead of the screen takes them too`() {
    var graph = transcript()
    var ahead = tile
    ahead.priority = .low
    _ = graph.join(graph.task(ahead))
    #expect(arrived(&graph) == ["decode a low", "cancel fetch a"])
  }

  @Test func `a larger picture continues behind them`() {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    _ = arrived(&graph)
    _ = graph.worked(tile)
    #expect(graph.join(graph.task(detail)) == ["fetch a from \(beginning.count) if \"v1\""])
  }

  @Test func `a larger picture that waits for the same transfer gets all of it`() {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    #expect(graph.join(graph.task(detail)) == [])
    let lines = arrived(&graph)
    #expect(lines.contains("decode a normal") && !lines.contains("cancel fetch a"))
    let rest = file.dropFirst(beginning.count)
    #expect(graph.fetch(tile.url, .data(Data(rest)), .finished) == ["decode a/900 normal"])
  }

  @Test func `a rest that comes within half a second is received`() {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    #expect(!arrived(&graph, after: 0.01).contains("decode a normal"))
  }

  @Test func `a transfer that stalls behind them shows them once the rest is late`() throws {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    _ = arrived(&graph, after: 0.01)
    let due = try #require(graph.graph.nextWake)
    #expect(graph.pass(due - graph.graph.time.elapsed - .nanoseconds(1)) == [])
    #expect(graph.pass(.nanoseconds(2)) == ["decode a normal", "cancel fetch a"])
    #expect(graph.graph.nextWake == nil)
  }

  @Test func `a transfer that goes on meanwhile is looked at again later`() throws {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    _ = arrived(&graph, after: 0.01)
    let first = try #require(graph.graph.nextWake)
    let more = file.dropFirst(beginning.count).prefix(file.count / 2)
    _ = graph.fetch(tile.url, .data(Data(more)))
    #expect(graph.graph.nextWake == first, "a piece sets no new timer")
    #expect(graph.pass(first - graph.graph.time.elapsed) == [])
    let second = try #require(graph.graph.nextWake)
    #expect(second > first)
    #expect(
      graph.pass(second - graph.graph.time.elapsed) == ["decode a normal", "cancel fetch a"])
  }

  @Test func `a late transfer that no picture is made of wakes no one`() {
    var graph = transcript()
    _ = graph.join(graph.task(detail))
    _ = arrived(&graph)
    #expect(graph.graph.nextWake == nil)
  }

  @Test func `a transfer that has ended is not looked at again`() throws {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    _ = arrived(&graph, after: 0.01)
    _ = graph.fetch(tile.url, .data(Data(file.dropFirst(beginning.count))), .finished)
    #expect(graph.graph.nextWake == nil)
  }

  @Test func `a part that is shown makes room for one that broke off`() throws {
    var graph = transcript()
    let broken = try request("broken")
    let task = graph.task(broken)
    _ = graph.join(task)
    let head = ResponseHead.whole(5 << 20)
    _ = graph.fetch(broken.url, .response(head), .data(Data(count: 4 << 20)))
    _ = graph.leave(task)
    for number in 0..<100 {
      var tile = tile
      tile.url = try url("\(number)")
      _ = graph.join(graph.task(tile))
      _ = graph.fetch(tile.url, .response(.whole(file.count)))
      _ = graph.pass(.seconds(1))
      #expect(graph.fetch(tile.url, .data(beginning)).last == "cancel fetch \(number)")
    }
    #expect(graph.join(graph.task(broken)) == ["fetch broken from \(4 << 20) if \"a\""])
  }

  @Test func `they are not taken for a reload, for all of a picture, nor by another decoder`() {
    var (reload, whole) = (tile, tile)
    reload.cachePolicy = .reload
    whole.thumbnails = .never
    for (request, decodesJPEGs) in [(reload, true), (whole, true), (tile, false)] {
      var graph = transcript(decodesJPEGs: decodesJPEGs)
      _ = graph.join(graph.task(request))
      #expect(!arrived(&graph).contains("decode a normal"))
    }
  }

  @Test func `first scans that are broken fail as the whole would`() {
    var graph = transcript()
    _ = graph.join(graph.task(tile))
    _ = arrived(&graph)
    let error = ImageError.decoding(.corrupt(format: "JPEG", reason: "scans"))
    #expect(graph.worked(tile, .failure(error)) == ["deliver a: \(error)"])
    #expect(graph.graph.loads.isEmpty)
  }
}
