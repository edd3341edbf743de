import DiskCache
import FoundationEssentials
import Glibc
import ImageLoading

/// The pages of servers in the disk cache.
///
/// A list may have changed a moment ago, so each request is validated, which takes a few bytes if it has not.
struct PageCache: Sendable {
  /// A page as received from its server.
  struct Page {
    let type: String
    let body: [UInt8]
    fileprivate let entry: CachedData

    /// The validators that let the server answer that the page is unchanged.
    var condition: DataRequest.Condition { .unlessMatching(entry.metadata.validators) }

    /// Whether it may be shown when the server is unreachable.
    var mayBeShownWhenDisconnected: Bool {
      entry.metadata.freshness.mayBeShownWhenDisconnected
    }
  }

  let cache: DataCache

  /// The cached page; nil if there is none.
  func page(at url: URL) -> Page? {
    guard let identity = identity(of: url), let entry = cache.entry(for: identity),
      let end = entry.bytes.firstIndex(of: Self.lineEnd)
    else { return nil }
    return Page(
      type: String(decoding: entry.bytes[..<end], as: UTF8.self),
      body: Array(entry.bytes[(end + 1)...]), entry: entry)
  }

  /// Stores a page if its server allows that and has sent validators.
  func keep(_ body: [UInt8], _ head: ResponseHead, at url: URL) {
    guard let identity = identity(of: url) else { return }
    guard head.isFrom(url), let metadata = CacheMetadata(head.fields, receivedAt: time(nil)),
      !metadata.validators.isEmpty
    else { return cache.remove(for: identity) }
    let type = (head.fields["Content-Type"] ?? "").utf8.filter { $0 != Self.lineEnd }
    cache.store(
      CachedData(bytes: Data(type + [Self.lineEnd] + body), metadata: metadata), for: identity)
  }

  /// Notes that the server has confirmed a page.
  func confirm(_ page: Page, _ head: ResponseHead, at url: URL) {
    guard let identity = identity(of: url) else { return }
    guard let metadata = page.entry.metadata.confirmed(by: head.fields, receivedAt: time(nil))
    else { return cache.remove(for: identity) }
    cache.refresh(metadata, for: identity)
  }

  private static let lineEnd = UInt8(ascii: "\n")

  /// The cache key of a page, distinct from that of a picture at the URL; nil if nothing may be
  /// stored.
  private func identity(of url: URL) -> String? {
    let identity = url.cacheIdentity
    return identity.isEmpty ? nil : "page 1 \(identity)"
  }
}

extension ResponseHead {
  /// Whether there was no redirect, because a page's links are relative to its final URL.
  func isFrom(_ asked: URL) -> Bool { url == nil || url == asked }
}
