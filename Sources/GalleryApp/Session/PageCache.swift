import DiskCache
import FoundationEssentials
import Glibc
import ImageLoading
import ImageSources

/// The pages of servers that lie in the disk cache.
///
/// A list may have changed a moment ago, so its server is asked each time, and says in a few bytes whether it has.
struct PageCache: Sendable {
  /// A page as it was when its server sent it.
  struct Page {
    let type: String
    let body: [UInt8]
    fileprivate let entry: CachedData

    /// What lets the server say that it is still the same.
    var condition: DataRequest.Condition { .unlessMatching(entry.metadata.validators) }

    /// Whether it may be shown where the server cannot be reached.
    var mayBeShownWhenDisconnected: Bool {
      entry.metadata.freshness.mayBeShownWhenDisconnected
    }
  }

  let cache: DataCache

  /// What is known of a page; nil if that is nothing.
  func page(at url: URL) -> Page? {
    guard let identity = identity(of: url), let entry = cache.entry(for: identity),
      let end = entry.bytes.firstIndex(of: Self.lineEnd)
    else { return nil }
    return Page(
      type: String(decoding: entry.bytes[..<end], as: UTF8.self),
      body: Array(entry.bytes[(end + 1)...]), entry: entry)
  }

  /// Keeps a page, if its server allows that and has said how to ask for it again.
  func keep(_ body: [UInt8], _ head: ResponseHead, at url: URL) {
    guard let identity = identity(of: url) else { return }
    guard head.isFrom(url), let metadata = CacheMetadata(head.fields, receivedAt: time(nil)),
      !metadata.validators.isEmpty
    else { return cache.remove(for: identity) }
    let type = (head.fields["Content-Type"] ?? "").utf8.filter { $0 != Self.lineEnd }
    cache.store(
      CachedData(bytes: Data(type + [Self.lineEnd] + body), metadata: metadata), for: identity)
  }

  /// Notes that a page is still the same.
  func confirm(_ page: Page, _ head: ResponseHead, at url: URL) {
    guard let identity = identity(of: url) else { return }
    guard let metadata = page.entry.metadata.confirmed(by: head.fields, receivedAt: time(nil))
    else { return cache.remove(for: identity) }
    cache.refresh(metadata, for: identity)
  }

  private static let lineEnd = UInt8(ascii: "\n")

  /// What is at a URL as a picture has another entry; nil where nothing may be kept.
  private func identity(of url: URL) -> String? {
    let identity = url.cacheIdentity
    return identity.isEmpty ? nil : "page 1 \(identity)"
  }
}

extension ResponseHead {
  /// Whether no redirect has led elsewhere: a page's links start at where it is.
  func isFrom(_ asked: URL) -> Bool { url == nil || url == asked }
}
