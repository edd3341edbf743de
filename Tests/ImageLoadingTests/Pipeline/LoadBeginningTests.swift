import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster
import Testing

@testable import ImageLoading

/// Pictures whose beginning shows all that a tile shows of the whole.
@Suite struct LoadBeginningTests {
  private static let whole = 100_000
  private static let needed = 4_000
  private static let dot = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 1)

  private let fields = ["ETag": "\"v1\"", "Accept-Ranges": "bytes"]

  private func tile(_ name: String) throws -> ImageRequest {
    var request = try request(name)
    request.thumbnails = .ifSufficient
    return request
  }

  private func head(_ status: Int, _ bytes: Int, _ range: String? = nil) -> DataEvent {
    var fields = fields
    fields["Content-Range"] = range
    return .response(
      ResponseHead(status: status, expectedBytes: bytes, fields: HeaderFields(fields)))
  }

  /// Brings three pictures whole, slowly, of which this was needed.
  private func experienced(
    need: WorkDone.Need = .beginning(bytes: needed), fields: [String: String]? = nil
  ) throws -> GraphTranscript {
    var transcript = GraphTranscript { $0.makesStandIns = true }
    for name in ["x", "y", "z"] {
      let request = try tile(name)
      #expect(transcript.join(transcript.task(request)) == ["fetch \(name)"])
      _ = transcript.pass(.milliseconds(100))
      let head = ResponseHead(
        status: 200, expectedBytes: Self.whole, fields: HeaderFields(fields ?? self.fields))
      _ = transcript.fetch(request.url, .response(head))
      _ = transcript.pass(.seconds(1))
      _ = transcript.fetch(request.url, .data(Data(count: Self.whole)), .finished)
      _ = transcript.worked(request, need: need)
    }
    return transcript
  }

  /// The first part of `a` is here.
  private func begun(_ task: (GraphTranscript, ImageRequest) -> GraphTask) throws -> (
    transcript: GraphTranscript, lines: [String]
  ) {
    var transcript = try experienced()
    let a = try tile("a")
    #expect(transcript.join(task(transcript, a)) == ["fetch a before 4096"])
    _ = transcript.pass(.milliseconds(100))
    let lines = transcript.fetch(
      a.url, head(206, 4_096, "bytes 0-4095/\(Self.whole)"), .data(Data(count: 4_096)), .finished)
    return (transcript, lines)
  }

  @Test func `a part is asked for once it is known to do, and then ends the load`() throws {
    var (transcript, lines) = try begun { $0.task($1) }
    let a = try tile("a")
    #expect(lines == ["examine a in 4096 of 100000 bytes"])
    #expect(
      transcript.examined(a.url, .shows(Self.dot, bytes: Self.needed))
        == ["remember a", "deliver a"])
    #expect(transcript.graph.statistics.transfersInFlight == 0)
    #expect(transcript.graph.loads.isEmpty)
    let trace = try #require(transcript.traces.last)
    #expect(trace.bytes == 4_096 && trace.source == .network)
    #expect(trace.firstByte == .milliseconds(100))
  }

  @Test func `what a part lacks is asked for behind it`() throws {
    var (transcript, _) = try begun { $0.task($1) }
    let a = try tile("a")
    #expect(
      transcript.examined(a.url, .needs(bytes: 9_000))
        == ["fetch a from 4096 if \"v1\" before 9000"])
    #expect(
      transcript.fetch(
        a.url, head(206, 4_904, "bytes 4096-8999/100000"), .data(Data(count: 4_904)), .finished)
        == ["examine a in 9000 of 100000 bytes"])
    #expect(transcript.examined(a.url, .needsWhole) == ["fetch a from 9000 if \"v1\""])
    let rest = Self.whole - 9_000
    #expect(
      transcript.fetch(
        a.url, head(206, rest, "bytes 9000-99999/100000"), .data(Data(count: rest)), .finished)
        == ["decode a normal"])
  }

  @Test func `the detail view goes on behind the part that a tile has left`() throws {
    var (transcript, _) = try begun { $0.task($1) }
    let a = try tile("a")
    _ = transcript.examined(a.url, .shows(Self.dot, bytes: Self.needed))
    let detail = try request("a", side: 900)
    #expect(transcript.join(transcript.task(detail)) == ["fetch a from 4096 if \"v1\""])
  }

  @Test func `where the part of an earlier load does, no one is asked`() throws {
    var (transcript, _) = try begun { $0.task($1) }
    let a = try tile("a")
    _ = transcript.examined(a.url, .shows(Self.dot, bytes: Self.needed))
    #expect(
      transcript.join(transcript.task(a)) == ["examine a in 4096 of 100000 bytes"])
    #expect(
      transcript.examined(a.url, .shows(Self.dot, bytes: Self.needed)).last == "deliver a")
  }

  @Test func `a caller that wants the whole gets it, although a tile has begun`() throws {
    var (transcript, _) = try begun { $0.task($1) }
    let a = try tile("a")
    _ = transcript.join(transcript.task(try request("a", side: 900)))
    let lines = transcript.examined(a.url, .shows(Self.dot, bytes: Self.needed))
    #expect(lines == ["fetch a from 4096 if \"v1\""])
  }

  @Test func `a tile that leaves ends it, and a late answer changes nothing`() throws {
    var transcript = try experienced()
    let a = try tile("a")
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.fetch(
      a.url, head(206, 4_096, "bytes 0-4095/100000"), .data(Data(count: 4_096)), .finished)
    #expect(transcript.leave(task) == ["deliver a: cancelled"])
    #expect(transcript.graph.loads.isEmpty)
    #expect(transcript.examined(a.url, .needsWhole) == [])
  }

  @Test func `a server that sends all is taken at its word`() throws {
    var transcript = try experienced()
    let a = try tile("a")
    _ = transcript.join(transcript.task(a))
    #expect(
      transcript.fetch(a.url, head(200, 5_000), .data(Data(count: 5_000)), .finished)
        == ["decode a normal"])
  }

  @Test(arguments: ["bytes 0-4000/100000", "bytes 1-4096/100000", "bytes 0-4095/*"])
  func `a part that is not the one is never used`(range: String) throws {
    var transcript = try experienced()
    let a = try tile("a")
    _ = transcript.join(transcript.task(a))
    let lines = transcript.fetch(a.url, head(206, 4_096, range))
    #expect(lines == ["cancel fetch a", "fetch a"])
  }

  @Test func `without ranges, or where all is needed, all is asked for`() throws {
    var plain = try experienced(fields: ["ETag": "\"v1\""])
    #expect(plain.join(plain.task(try tile("a"))) == ["fetch a"])
    var whole = try experienced(need: .whole)
    #expect(whole.join(whole.task(try tile("a"))) == ["fetch a"])
    var picture = try experienced()
    #expect(picture.join(picture.task(try request("a"))) == ["fetch a"])
    #expect(picture.join(picture.dataTask(try tile("b"))) == ["fetch b"])
  }
}
