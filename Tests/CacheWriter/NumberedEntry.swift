import DiskCache
import FoundationEssentials

/// An entry whose reader can check the bytes without knowing the version.
package struct NumberedEntry {
  let name: Int
  let version: Int

  /// From a few bytes to 100 KB: small files and such as take several writes of the kernel's.
  private var count: Int { 16 + (name &* 7_919 &+ version &* 104_729) % 100_000 }

  var identity: String { "entry \(name)" }

  /// Name and version, then a byte that follows from both, over and over: not zero, which a torn file
  /// is full of.
  var bytes: Data {
    let byte = UInt8(1 + (name &* 31 &+ version) % 255)
    return Data("\(name) \(version) ".utf8) + Data(repeating: byte, count: count)
  }

  /// The version tells the metadata of one from another's.
  var data: CachedData {
    CachedData(
      bytes: bytes,
      metadata: CacheMetadata(
        validators: Validators(entityTag: "\"\(version)\""),
        freshness: Freshness(
          storedAt: version, freshUntil: version + 1, mayBeShownWhenDisconnected: true)))
  }

  /// Whether this is what some version of an entry of this name was stored as.
  package static func isWhole(_ data: CachedData, name: Int) -> Bool {
    let words = data.bytes.prefix(64).split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1, let version = Int(String(decoding: words[1], as: UTF8.self)) else {
      return false
    }
    let entry = NumberedEntry(name: name, version: version)
    return data.bytes == entry.bytes && data.metadata == entry.data.metadata
  }
}
