import FoundationEssentials
import Testing

@testable import ImageLoading

/// Bytes that are wanted on disk.
@Suite struct LoadStorageTests {
  private static func transcript() -> GraphTranscript {
    GraphTranscript {
      $0.hasDataCache = true
      $0.queueLimits.bytesInHand = 3
    }
  }

  @Test func `bytes are stored, confirmed and delivered, and nothing is decoded`() throws {
    var transcript = Self.transcript()
    let a = try request("a", .low)
    #expect(transcript.join(transcript.storageTask(a)) == ["look up a"])
    #expect(transcript.lookedUp(a.url) == ["fetch a"])
    #expect(transcript.fetched(a.url) == ["store a, 2 bytes", "confirm a"])
    #expect(transcript.confirmed(a.url, isStored: true) == ["deliver a"])
    #expect(transcript.graph.loads.isEmpty)
  }

  @Test func `what is not kept is an error`() throws {
    var transcript = Self.transcript()
    let a = try request("a")
    _ = transcript.join(transcript.storageTask(a))
    _ = transcript.lookedUp(a.url)
    _ = transcript.fetched(a.url)
    #expect(
      transcript.confirmed(a.url, isStored: false) == ["deliver a: \(ImageError.notStored)"])
  }

  @Test func `while bytes wait for the disk, other transfers wait too`() throws {
    var transcript = Self.transcript()
    let (a, b) = (try request("a", .low), try request("b", .low))
    _ = transcript.join(transcript.storageTask(a))
    _ = transcript.lookedUp(a.url)
    _ = transcript.fetched(a.url, Data([1, 2, 3]))
    #expect(transcript.join(transcript.storageTask(b)) == [])
    #expect(transcript.confirmed(a.url, isStored: true) == ["deliver a", "look up b"])
  }

  @Test func `a picture shares the bytes`() throws {
    var transcript = Self.transcript()
    let a = try request("a")
    _ = transcript.join(transcript.storageTask(a))
    _ = transcript.join(transcript.task(a))
    _ = transcript.lookedUp(a.url)
    let lines = transcript.fetched(a.url)
    #expect(lines.sorted() == ["confirm a", "decode a normal", "store a, 2 bytes"])
  }
}
