import FoundationEssentials
import ImageDecoding
import Testing

@testable import ImageLoading

/// Servers that answer badly who asks for a part.
@Suite struct BadPartTests {
  private let a: ImageRequest

  init() throws { a = try BeginningTranscript.tile("a") }

  private func asked() throws -> BeginningTranscript {
    var host = try BeginningTranscript()
    #expect(host.join(a) == ["fetch a before 4096"])
    return host
  }

  @Test func `a server that sends all is taken at its word`() throws {
    var host = try asked()
    #expect(
      host.graph.fetch(a.url, host.head(200, 5_000), .data(Data(count: 5_000)), .finished)
        == ["decode a normal"])
    #expect(host.join(try BeginningTranscript.tile("b")) == ["fetch b before 4096"])
  }

  @Test(arguments: [
    "bytes 0-4095/*", "bytes 1-4096/100000", "bytes 0-4096/100000", "bytes 0-4000/100000", "", "x",
  ])
  func `a part that is not the one is asked for whole, and so are all that follow`(
    range: String
  ) throws {
    var host = try asked()
    #expect(host.graph.fetch(a.url, host.head(206, 4_096, range)) == ["cancel fetch a", "fetch a"])
    #expect(host.graph.fetched(a.url).last == "decode a normal")
    #expect(host.join(try BeginningTranscript.tile("b")) == ["fetch b"])
  }

  @Test func `a refusal is followed by the whole`() throws {
    var host = try asked()
    #expect(host.graph.fetch(a.url, host.head(416, nil), .failed(.status(416))) == ["fetch a"])
    #expect(host.join(try BeginningTranscript.tile("b")) == ["fetch b"])
  }

  @Test func `more than was announced is not used`() throws {
    var host = try asked()
    let lines = host.graph.fetch(
      a.url, host.head(206, nil, "bytes 0-4095/100000"), .data(Data(count: 5_000)))
    #expect(lines == ["cancel fetch a", "fetch a"])
    #expect(host.join(try BeginningTranscript.tile("b")) == ["fetch b"])
  }

  @Test func `a part that breaks off is asked for on`() throws {
    var host = try asked()
    _ = host.graph.fetch(
      a.url, host.head(206, 4_096, "bytes 0-4095/100000"), .data(Data(count: 1_000)),
      .failed(.connection(code: -1005, reason: "gone")))
    #expect(host.graph.pass(.seconds(1)) == ["fetch a from 1000 if \"v1\" before 4096"])
  }

  @Test func `another length of the whole is another file's`() throws {
    var host = try asked()
    _ = host.part(a.url, 0...4_095)
    _ = host.graph.examined(a, .needsWhole)
    let lines = host.graph.fetch(a.url, host.head(206, 95_905, "bytes 4096-100000/100001"))
    #expect(lines == ["cancel fetch a", "fetch a"])
  }

  @Test func `less than was asked for is a part, and the host's last`() throws {
    var host = try asked()
    #expect(host.part(a.url, 0...1_023) == ["examine a in 1024 of 100000 bytes"])
    #expect(host.graph.examined(a, .needsWhole) == ["fetch a from 1024 if \"v1\""])
    #expect(host.join(try BeginningTranscript.tile("b")) == ["fetch b"])
  }

  @Test func `a part that is all of a short file is the whole`() throws {
    var host = try asked()
    #expect(
      host.graph.fetch(
        a.url, host.head(206, 900, "bytes 0-899/900"), .data(Data(count: 900)), .finished)
        == ["decode a normal"])
  }

  @Test func `a file that has changed meanwhile is no fault of its server`() throws {
    var host = try asked()
    _ = host.part(a.url, 0...4_095)
    _ = host.graph.examined(a, .needs(bytes: 9_000))
    let head = ResponseHead.part("bytes 4096-8999/100000", ["ETag": "\"v2\""])
    #expect(host.graph.fetch(a.url, .response(head)) == ["cancel fetch a", "fetch a"])
    #expect(host.join(try BeginningTranscript.tile("b")) == ["fetch b before 4096"])
  }
}
