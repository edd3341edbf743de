import DiskCache
import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

/// Lookups in the disk cache, and their results.
@Suite struct LoadDiskTests {
  private let a: ImageRequest

  init() throws { a = try request("a") }

  private func transcript() -> GraphTranscript {
    var transcript = GraphTranscript { $0.hasDataCache = true }
    _ = transcript.after { $0.time.wallSeconds = 1_000 }
    return transcript
  }

  @Test func `a fresh entry is used without a transfer`() throws {
    var transcript = transcript()
    #expect(transcript.join(transcript.task(a)) == ["look up a"])
    #expect(transcript.lookedUp(a.url, .sample(freshUntil: 1_001)) == ["decode a normal"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
    let statistics = transcript.graph.statistics
    #expect(statistics.diskHits == 1 && statistics.transfers == 0)
    #expect(transcript.traces.last?.source == .disk)
  }

  @Test func `a miss is fetched, and what comes is stored`() throws {
    var transcript = transcript()
    _ = transcript.join(transcript.task(a))
    #expect(transcript.lookedUp(a.url) == ["fetch a"])
    #expect(transcript.fetched(a.url) == ["store a, 2 bytes", "decode a normal"])
    #expect(transcript.traces.isEmpty)
  }

  @Test func `a stale entry is confirmed by the server, and not sent again`() throws {
    var transcript = transcript()
    _ = transcript.join(transcript.task(a))
    #expect(
      transcript.lookedUp(a.url, .sample(freshUntil: 1_000)) == ["fetch a unless \"v1\""])
    let lines = transcript.fetch(
      a.url, .response(ResponseHead(status: 304, expectedBytes: nil)), .finished)
    #expect(lines == ["refresh a", "decode a normal"])
    let statistics = transcript.graph.statistics
    #expect(statistics.revalidated == 1 && statistics.diskHits == 1)
  }

  @Test func `a stale entry that has changed is replaced`() throws {
    var transcript = transcript()
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 1_000))
    #expect(transcript.fetched(a.url) == ["store a, 2 bytes", "decode a normal"])
    #expect(transcript.graph.statistics.revalidated == 0)
  }

  @Test func `a stale entry without validators is fetched whole`() throws {
    var transcript = transcript()
    _ = transcript.join(transcript.task(a))
    #expect(transcript.lookedUp(a.url, .sample(freshUntil: 1_000, tag: nil)) == ["fetch a"])
  }

  @Test func `where the server is out of reach, an old copy is better than none`() throws {
    var transcript = GraphTranscript {
      $0.hasDataCache = true
      $0.retries.maxAttempts = 1
    }
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 0))
    #expect(transcript.failed(a.url, .timedOut(after: .seconds(1))) == ["decode a normal"])
  }

  @Test(arguments: [(ImageError.status(404), true), (.timedOut(after: .seconds(1)), false)])
  func `an old copy hides neither a refusal nor what the server forbids`(
    error: ImageError, whenDisconnected: Bool
  ) throws {
    var transcript = GraphTranscript {
      $0.hasDataCache = true
      $0.retries.maxAttempts = 1
    }
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 0, whenDisconnected: whenDisconnected))
    #expect(transcript.failed(a.url, error) == ["deliver a: \(error)"])
  }

  @Test func `a reload asks the server, whatever is on disk`() throws {
    var transcript = transcript()
    var reload = a
    reload.cachePolicy = .reload
    #expect(transcript.join(transcript.task(reload)) == ["fetch a"])
  }

  @Test func `a cache-only request takes what is stale, and fails with a miss`() throws {
    var transcript = transcript()
    var cacheOnly = a
    cacheOnly.cachePolicy = .cacheOnly
    #expect(transcript.join(transcript.task(cacheOnly)) == ["look up a"])
    #expect(transcript.lookedUp(a.url, .sample(freshUntil: 0)) == ["decode a normal"])

    let b = try request("b")
    cacheOnly = b
    cacheOnly.cachePolicy = .cacheOnly
    _ = transcript.join(transcript.task(cacheOnly))
    #expect(transcript.lookedUp(b.url) == ["deliver b: not in the cache"])
    #expect(transcript.graph.statistics.transfers == 0)
  }

  @Test func `without a disk cache, a cache-only request fails at once`() throws {
    var transcript = GraphTranscript()
    var cacheOnly = a
    cacheOnly.cachePolicy = .cacheOnly
    #expect(transcript.join(transcript.task(cacheOnly)) == ["deliver a: not in the cache"])
  }

  @Test func `a second size uses the bytes that the first one found on disk`() throws {
    var transcript = transcript()
    let large = try request("a", side: 9)
    _ = transcript.join(transcript.task(a))
    #expect(transcript.join(transcript.task(large)) == [])
    let lines = transcript.lookedUp(a.url, .sample(freshUntil: 1_001))
    #expect(lines.sorted() == ["decode a normal", "decode a/9 normal"])
    #expect(transcript.graph.statistics.diskHits == 1)
  }

  @Test func `a reload does not wait for the look-up of a standard request`() throws {
    var transcript = transcript()
    var reload = a
    reload.cachePolicy = .reload
    #expect(transcript.join(transcript.task(a)) == ["look up a"])
    #expect(transcript.join(transcript.task(reload)) == ["fetch a"])
    #expect(transcript.lookedUp(a.url) == [])
    #expect(
      transcript.fetched(a.url)
        == ["store a, 2 bytes", "decode a normal", "decode a normal"])
  }

  @Test func `a canceled look-up is stopped, and its late answer starts nothing`() throws {
    var transcript = transcript()
    let task = transcript.task(a)
    _ = transcript.join(task)
    #expect(transcript.leave(task) == ["deliver a: cancelled", "cancel look up"])
    #expect(transcript.lookedUp(a.url) == [])
  }

  @Test func `a body that is not a picture is removed from the disk, and requested once more`()
    throws
  {
    var transcript = transcript()
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 9_999))
    #expect(transcript.worked(a, .failure(.decoding(.unknownFormat))) == ["discard a", "fetch a"])
    #expect(transcript.graph.statistics.decodesInFlight == 0)
    #expect(transcript.fetched(a.url) == ["store a, 2 bytes", "decode a normal"])
    let broken = ImageError.decoding(.corrupt(format: "PNG", reason: "torn"))
    #expect(transcript.worked(a, .failure(broken)) == ["discard a", "deliver a: \(broken)"])
    #expect(transcript.graph.loads.isEmpty && transcript.graph.loads.held == BodyBytes())
  }

  @Test func `two sizes of what is no picture ask the server once`() throws {
    var transcript = transcript()
    let large = try request("a", side: 9)
    _ = transcript.join(transcript.task(a))
    _ = transcript.join(transcript.task(large))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 9_999))
    _ = transcript.worked(a, .failure(.decoding(.unknownFormat)))
    #expect(transcript.worked(large, .failure(.decoding(.unknownFormat))) == ["discard a"])
    #expect(transcript.fetched(a.url).count == 3)
    #expect(transcript.graph.statistics.transfers == 1)
  }

  @Test(arguments: [
    ImageError.decoding(.tooLarge(PixelSize(width: 9, height: 9), DecodeLimits())),
    .decoding(.packageMissing(format: "AVIF", package: "libavif16")), .cancelled,
  ])
  func `a body that other decoders may show stays on the disk`(error: ImageError) throws {
    var transcript = transcript()
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 9_999))
    #expect(transcript.worked(a, .failure(error)) == ["deliver a: \(error)"])
  }

  @Test func `a cache-only request asks no server for what is no picture`() throws {
    var transcript = transcript()
    var cacheOnly = a
    cacheOnly.cachePolicy = .cacheOnly
    _ = transcript.join(transcript.task(cacheOnly))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 9_999))
    let lines = transcript.worked(a, .failure(.decoding(.unknownFormat)))
    #expect(lines.first == "discard a" && lines.last?.hasPrefix("deliver a: ") == true)
  }

  @Test func `local pictures are never looked up or stored`() throws {
    var transcript = transcript()
    let file = ImageRequest(
      url: try #require(URL(string: "file:///b.png")), targetSize: a.targetSize)
    #expect(transcript.join(transcript.task(file)) == ["decode b.png normal locally"])
    #expect(transcript.join(transcript.dataTask(file)) == ["read b.png"])
  }

  @Test func `a cached body over a request's own limit is refused`() throws {
    var transcript = transcript()
    var strict = a
    strict.limits = ImageLimits(maxBytes: 2)
    _ = transcript.join(transcript.task(strict))
    #expect(
      transcript.lookedUp(a.url, .sample(freshUntil: 1_001))
        == ["deliver a: \(ImageError.tooLarge(bytes: 3, limit: 2))"])
  }
}
