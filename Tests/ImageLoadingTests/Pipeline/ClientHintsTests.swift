import DiskCache
import Foundation
import ImageDecoding
import Raster
import TestSupport
import Testing

@testable import ImageLoading

/// What servers are told of the width at which pictures are shown.
@Suite(.timeLimit(.minutes(1))) struct ClientHintsTests {
  private func tile(
    _ name: String, width: Int = 4, host: String = "https://host"
  ) throws -> ImageRequest {
    ImageRequest(
      url: try #require(URL(string: "\(host)/\(name)")),
      targetSize: PixelSize(width: width, height: 4), thumbnails: .ifSufficient)
  }

  private func head(asking wishes: String?) -> ResponseHead {
    ResponseHead(status: 200, fields: HeaderFields(wishes.map { ["Accept-CH": $0] } ?? [:]))
  }

  private func hints(from url: URL, asking wishes: String?...) -> ClientHints {
    var hints = ClientHints()
    for wishes in wishes { hints.note(head(asking: wishes), from: url) }
    return hints
  }

  @Test(arguments: [
    ("Sec-CH-Width", "Sec-CH-Width"), ("DPR, width", "Width"),
    ("Width,sec-ch-width", "Sec-CH-Width"),
  ])
  func `a server is told the width by the field that it asks for`(
    wishes: String, field: String
  ) throws {
    let request = try tile("a", width: 300)
    let hint = hints(from: request.url, asking: wishes).hint(for: request)
    #expect(hint?.field == field && hint?.width == 384)
  }

  @Test func `the latest wish counts, and an answer without one changes nothing`() throws {
    let request = try tile("a")
    let url = request.url
    #expect(hints(from: url, asking: "Width", nil).hint(for: request) != nil)
    #expect(hints(from: url, asking: "Width", "DPR").hint(for: request) == nil)
    #expect(hints(from: url, asking: "Width", "").hint(for: request) == nil)
    #expect(hints(from: url, asking: "DPR", "Width").hint(for: request) != nil)
  }

  @Test func `only the origin that asks is told, and only over a connection that is its own`()
    throws
  {
    let hints = hints(from: try tile("a").url, asking: "Width")
    #expect(hints.hint(for: try tile("b", host: "https://HOST:443")) != nil)
    #expect(hints.hint(for: try tile("b", host: "https://host:8443")) == nil)
    #expect(hints.hint(for: try tile("b", host: "http://host")) == nil)
    for (host, isTold) in [("http://host", false), ("http://127.0.0.1:80", true)] {
      let request = try tile("a", host: host)
      let hint = self.hints(from: request.url, asking: "Width").hint(for: request)
      #expect((hint != nil) == isTold, "\(host)")
    }
    // A redirect has led to a server that asks for itself.
    var elsewhere = head(asking: "Width")
    elsewhere.url = URL(string: "https://other/a")
    var none = ClientHints()
    none.note(elsewhere, from: try tile("a").url)
    #expect(none.hint(for: try tile("a")) == nil)
  }

  @Test func `whoever wants all of a picture tells nothing`() throws {
    var request = try tile("a")
    let hints = hints(from: request.url, asking: "Width")
    request.thumbnails = .never
    #expect(hints.hint(for: request) == nil)
    #expect(hints.hint(for: try tile("a", width: 5_000)) == nil)
  }

  @Test func `what fills a target may be twice as wide`() throws {
    var request = try tile("a", width: 100)
    let hints = hints(from: request.url, asking: "Width")
    #expect(hints.hint(for: request)?.width == 128)
    request.contentMode = .fill
    #expect(hints.hint(for: request)?.width == 256)
  }

  @Test func `each width is a load and an entry on disk of its own`() throws {
    var transcript = GraphTranscript { $0.hasDataCache = true }
    let first = try tile("a")
    #expect(transcript.join(transcript.task(first)) == ["look up a"])
    #expect(transcript.lookedUp(first.url) == ["fetch a"])
    let fields = ["Accept-CH": "Sec-CH-Width", "Cache-Control": "max-age=60"]
    #expect(
      transcript.fetched(first.url, Data([1, 2]), fields).first == "store a, 2 bytes")
    let (small, neighbor, large) = (
      try tile("b", width: 50), try tile("b", width: 60), try tile("b", width: 70)
    )
    #expect(transcript.join(transcript.task(small)) == ["look up b#width=64"])
    #expect(transcript.join(transcript.task(neighbor)) == [])
    #expect(transcript.lookedUp(small.url) == ["fetch b with Sec-CH-Width 64"])
    #expect(
      transcript.fetched(small.url, Data([1, 2]), fields).first == "store b#width=64, 2 bytes")
    #expect(transcript.join(transcript.task(large)) == ["look up b#width=96"])
    var whole = small
    whole.thumbnails = .never
    #expect(transcript.join(transcript.task(whole)) == ["look up b"])
  }

  @Test func `the request has the width and no fragment, and another origin hears nothing`()
    async throws
  {
    let requests = Log<String>()
    let other = try RawServer { connection in
      requests.add(connection.readRequest())
      connection.respond()
    }
    let target = try other.url("elsewhere")
    let server = try RawServer { connection in
      let request = connection.readRequest()
      requests.add(request)
      if request.hasPrefix("GET /away ") {
        _ = connection.send(
          "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
      } else {
        _ = connection.send(
          "HTTP/1.1 200 OK\r\nAccept-CH: Sec-CH-Width\r\nContent-Length: 1\r\n\r\nx")
      }
    }
    var configuration = ImagePipeline.Configuration()
    configuration.decoder = FlatDecoder()
    let pipeline = ImagePipeline(configuration)
    for name in ["a", "b", "away"] {
      let request = ImageRequest(
        url: try server.url(name), targetSize: PixelSize(width: 90, height: 5),
        thumbnails: .ifSufficient)
      _ = try await pipeline.image(for: request)
    }
    let lines = requests.entries.map { $0.lowercased() }
    #expect(
      lines.map { $0.prefix { $0 != "\r\n" } } == [
        "get /a http/1.1", "get /b http/1.1", "get /away http/1.1", "get /elsewhere http/1.1",
      ])
    #expect(lines.map { $0.contains("sec-ch-width: 96\r\n") } == [false, true, true, false])
  }
}
