import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

/// Reloads that overtake older loads of the same picture.
@Suite struct LoadReloadTests {
  private let a: ImageRequest
  private let reload: ImageRequest

  init() throws {
    a = try request("a")
    var reload = a
    reload.cachePolicy = .reload
    self.reload = reload
  }

  /// An older load waits for the server's word on its stale copy, and a reload for all of it.
  private func transcript() -> GraphTranscript {
    var transcript = GraphTranscript { $0.hasDataCache = true }
    _ = transcript.after { $0.time.wallSeconds = 1_000 }
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url, .sample(freshUntil: 1_000))
    _ = transcript.join(transcript.task(reload))
    return transcript
  }

  @Test func `an older transfer that ends later is delivered, and kept nowhere`() {
    var transcript = transcript()
    #expect(transcript.fetched(a.url) == ["store a, 2 bytes", "decode a normal"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
    #expect(transcript.fetchedEarlier(a.url) == ["decode a normal"])
    #expect(transcript.worked(a) == ["deliver a"])
  }

  @Test func `an older copy that is confirmed later is delivered, and not kept in memory`() {
    var transcript = transcript()
    _ = transcript.fetched(a.url)
    _ = transcript.worked(a)
    let unchanged = ResponseHead(status: 304)
    #expect(
      transcript.fetchEarlier(a.url, .response(unchanged), .finished)
        == ["refresh a", "decode a normal"])
    #expect(transcript.worked(a) == ["deliver a"])
  }

  @Test func `a picture requested after the reload is cached`() {
    var transcript = transcript()
    _ = transcript.fetched(a.url)
    _ = transcript.worked(a)
    _ = transcript.fetchedEarlier(a.url)
    _ = transcript.worked(a)
    #expect(transcript.join(transcript.task(a)) == ["look up a"])
    #expect(transcript.lookedUp(a.url, .sample(freshUntil: 2_000)) == ["decode a normal"])
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
  }

  @Test func `who comes after a reload joins nothing older`() throws {
    var transcript = transcript()
    _ = transcript.fetched(a.url)
    _ = transcript.worked(a)
    let larger = try request("a", side: 9)
    #expect(transcript.join(transcript.task(larger)) == ["look up a"])
    // The older transfer ends for the older task alone.
    #expect(transcript.fetchedEarlier(a.url) == ["decode a normal"])
    #expect(transcript.lookedUp(a.url, .sample(freshUntil: 2_000)) == ["decode a/9 normal"])
    #expect(transcript.graph.loads.tasks.count == 2)
    // The older load has ended, and the newer one is still joined.
    #expect(transcript.join(transcript.task(larger)) == [])
    #expect(transcript.worked(larger) == ["remember a/9", "deliver a/9", "deliver a/9"])
    #expect(transcript.worked(a) == ["deliver a"])
  }

  @Test func `a reload that fails outdates nothing`() {
    var transcript = transcript()
    _ = transcript.failed(a.url, .status(404))
    _ = transcript.fetchedEarlier(a.url)
    #expect(transcript.worked(a) == ["remember a", "deliver a"])
  }

  @Test func `marks of addresses that nothing loads any more are dropped`() throws {
    var loads = LoadTable()
    let old = loads.add(.picture(a), for: .load(99), Urgency(.normal), at: .zero)
    for number in 0..<1_000 {
      loads.markReload(of: try request("\(number)").address)
    }
    loads.markReload(of: a.address)
    #expect(loads.isOutdated(try #require(loads[old])))
    loads.remove(try #require(loads[old]))
    for number in 0..<3_000 {
      loads.markReload(of: try request("\(number)").address)
    }
    #expect(loads.reloads.count <= 64)
  }
}
