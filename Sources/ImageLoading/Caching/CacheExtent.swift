/// How much a cache holds, or may hold.
package struct CacheExtent: Hashable, Sendable {
  package var bytes: Int
  package var entries: Int

  /// An extent of nothing, by default.
  package init(bytes: Int = 0, entries: Int = 0) {
    self.bytes = bytes
    self.entries = entries
  }

  /// A quarter of it, rounded down.
  var quarter: CacheExtent { CacheExtent(bytes: bytes / 4, entries: entries / 4) }

  /// Whether it is no more than a limit, neither in bytes nor in entries.
  func fits(in limit: CacheExtent) -> Bool { bytes <= limit.bytes && entries <= limit.entries }

  /// The larger of both in bytes, and the larger of both in entries.
  func union(_ other: CacheExtent) -> CacheExtent {
    CacheExtent(bytes: max(bytes, other.bytes), entries: max(entries, other.entries))
  }

  static func + (first: CacheExtent, second: CacheExtent) -> CacheExtent {
    CacheExtent(bytes: first.bytes + second.bytes, entries: first.entries + second.entries)
  }

  static func - (first: CacheExtent, second: CacheExtent) -> CacheExtent {
    CacheExtent(bytes: first.bytes - second.bytes, entries: first.entries - second.entries)
  }
}
