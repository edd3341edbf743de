import DiskCache
import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct StoredBodyTests {
  private let part = PartialDownload(
    bytes: Data([1, 2, 3]), of: 70_000, Validators(entityTag: "\"a\""))

  private func metadata(_ tag: String?, _ date: String? = nil) -> CacheMetadata {
    CacheMetadata(
      validators: Validators(entityTag: tag, lastModified: date),
      freshness: Freshness(storedAt: 1, freshUntil: 2, mayBeShownWhenDisconnected: true))
  }

  @Test func `a beginning is read as it was stored`() throws {
    let entry = try #require(StoredBody.entry(part, metadata("\"a\"")))
    let body = try #require(StoredBody(beginning: entry))
    guard case .beginning(let again, let metadata) = body else {
      Issue.record("no beginning")
      return
    }
    #expect(again == part && metadata == self.metadata("\"a\""))
    #expect(body.totalBytes == 70_000 && body.bytes == part.bytes)
  }

  @Test func `without a strong validator there is none`() throws {
    #expect(StoredBody.entry(part, metadata("W/\"a\"")) == nil)
    #expect(StoredBody.entry(part, metadata(nil)) == nil)
    var entry = try #require(StoredBody.entry(part, metadata("\"a\"")))
    entry.metadata = metadata("W/\"a\"")
    #expect(StoredBody(beginning: entry) == nil)
  }

  @Test func `what is no beginning is not taken for one`() throws {
    let entry = try #require(StoredBody.entry(part, metadata("\"a\"")))
    for count in 0...8 {
      let cut = CachedData(bytes: entry.bytes.prefix(count), metadata: entry.metadata)
      #expect(StoredBody(beginning: cut) == nil)
    }
    for size in [[UInt8](repeating: 0xFF, count: 8), [3, 0, 0, 0, 0, 0, 0, 0]] {
      let other = CachedData(bytes: Data(size) + part.bytes, metadata: entry.metadata)
      #expect(StoredBody(beginning: other) == nil)
    }
  }

  @Test func `only as much as there is suffices`() throws {
    let body = StoredBody.beginning(5_000, of: 9_000, freshUntil: 1)
    #expect(body.suffices(for: .beginning(atLeast: 5_000)))
    #expect(!body.suffices(for: .beginning(atLeast: 5_001)) && !body.suffices(for: .whole))
    #expect(StoredBody.sample(freshUntil: 1).suffices(for: .whole))
  }

  @Test func `a URL whose bytes are not kept has no beginning on disk either`() throws {
    let open = try #require(URL(string: "http://a.test/a"))
    #expect(open.beginningIdentity == "beginning 1 http://a.test/a")
    let secret = try #require(URL(string: "http://:secret@a.test/a"))
    #expect(secret.cacheIdentity.isEmpty == secret.beginningIdentity.isEmpty)
  }
}
