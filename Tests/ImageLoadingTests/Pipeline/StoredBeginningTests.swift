import DiskCache
import FoundationEssentials
import ImageDecoding
import Testing

@testable import ImageLoading

/// Beginnings in the disk cache.
@Suite struct StoredBeginningTests {
  private let a: ImageRequest
  private let detail: ImageRequest

  init() throws {
    a = try BeginningTranscript.tile("a")
    detail = try request("a", side: 900)
  }

  private func begun(freshUntil: Int) throws -> (BeginningTranscript, [String]) {
    var host = try BeginningTranscript(onDisk: true)
    #expect(host.join(a) == ["look up a"])
    let lines = host.graph.lookedUp(a.url, .beginning(5_000, of: 100_000, freshUntil: freshUntil))
    return (host, lines)
  }

  @Test func `a beginning that has come is stored`() throws {
    var host = try BeginningTranscript(onDisk: true)
    _ = host.join(a)
    #expect(host.graph.lookedUp(a.url) == ["fetch a before 4096"])
    #expect(
      host.part(a.url, 0...4_095)
        == ["store a, 4096 of 100000 bytes", "examine a in 4096 of 100000 bytes"])
  }

  @Test func `a fresh one shows the picture, and no one is asked`() throws {
    var (host, lines) = try begun(freshUntil: 9_999)
    #expect(lines == ["examine a in 5000 of 100000 bytes"])
    #expect(host.shows(a) == ["remember a", "deliver a"])
    #expect(host.graph.traces.last?.source == .disk)
  }

  @Test func `a stale one is confirmed, and as much asked for in its place`() throws {
    var (host, lines) = try begun(freshUntil: 0)
    #expect(lines == ["fetch a unless \"v1\" before 5000"])
    #expect(
      host.graph.fetch(a.url, host.head(304, nil), .finished)
        == ["refresh a", "examine a in 5000 of 100000 bytes"])
  }

  @Test func `of another version the beginning or the whole takes its place`() throws {
    var (host, _) = try begun(freshUntil: 0)
    #expect(
      host.part(a.url, 0...4_999)
        == ["store a, 5000 of 100000 bytes", "examine a in 5000 of 100000 bytes"])
    (host, _) = try begun(freshUntil: 0)
    #expect(
      host.graph.fetch(a.url, host.head(200, 9), .data(Data(count: 9)), .finished)
        == ["store a, 9 bytes", "decode a normal"])
  }

  @Test func `out of reach an old one is better than none`() throws {
    var (host, _) = try begun(freshUntil: 0)
    let lines = host.graph.fetch(a.url, .failed(.refusedRedirect(to: "x")))
    #expect(lines.first?.hasPrefix("deliver a:") == true)
    (host, _) = try begun(freshUntil: 0)
    _ = host.graph.fetch(a.url, .failed(.connection(code: -1004, reason: "refused")))
    var all: [String] = []
    for _ in 0..<8 {
      all += host.graph.pass(.seconds(60))
      all += host.graph.fetch(a.url, .failed(.connection(code: -1004, reason: "refused")))
    }
    #expect(all.contains("examine a in 5000 of 100000 bytes"))
  }

  @Test func `the detail view and a larger tile continue it`() throws {
    var host = try BeginningTranscript(onDisk: true)
    let stored = StoredBody.beginning(5_000, of: 100_000, freshUntil: 0)
    _ = host.join(detail)
    #expect(host.graph.lookedUp(a.url, stored) == ["fetch a from 5000 if \"v1\""])
    let (other, lines) = try begun(freshUntil: 9_999)
    host = other
    #expect(lines == ["examine a in 5000 of 100000 bytes"])
    #expect(host.graph.examined(a, .needs(bytes: 9_000)) == ["look up a"])
    #expect(
      host.graph.lookedUp(a.url, stored) == ["fetch a from 5000 if \"v1\" before 9000"])
  }

  @Test func `a reload and a request with header fields go round it`() throws {
    var host = try BeginningTranscript(onDisk: true)
    var reload = a
    reload.cachePolicy = .reload
    #expect(host.join(reload) == ["fetch a"])
    var secret = try BeginningTranscript.tile("b")
    secret.headers = ["Authorization": "secret"]
    #expect(host.join(secret) == ["fetch b before 4096"])
    #expect(host.part(secret.url, 0...4_095) == ["examine b in 4096 of 100000 bytes"])
  }

  @Test func `who asks no server takes an old one, and nothing for the whole`() throws {
    var host = try BeginningTranscript(onDisk: true)
    let stored = StoredBody.beginning(5_000, of: 100_000, freshUntil: 0)
    var tile = a
    tile.cachePolicy = .cacheOnly
    _ = host.join(tile)
    #expect(host.graph.lookedUp(a.url, stored) == ["examine a in 5000 of 100000 bytes"])
    var whole = detail
    whole.cachePolicy = .cacheOnly
    _ = host.join(whole)
    #expect(host.graph.lookedUp(a.url, stored) == ["deliver a/900: not in the cache"])
  }
}
