import DiskCache
import FoundationEssentials

/// What the disk cache has of an address.
enum StoredBody: Sendable {
  case whole(CachedData)
  /// A beginning, which may show all of a picture.
  case beginning(PartialDownload, CacheMetadata)

  var metadata: CacheMetadata {
    switch self {
    case .whole(let data): data.metadata
    case .beginning(_, let metadata): metadata
    }
  }

  /// The bytes that are there.
  var bytes: Data {
    switch self {
    case .whole(let data): data.bytes
    case .beginning(let part, _): part.bytes
    }
  }

  /// How large the whole is.
  var totalBytes: Int {
    switch self {
    case .whole(let data): data.bytes.count
    case .beginning(let part, _): part.totalBytes ?? part.bytes.count
    }
  }

  /// Whether it is as much as is wanted.
  func suffices(for extent: BodyExtent) -> Bool {
    switch (self, extent) {
    case (.whole, _): true
    case (.beginning(let part, _), .beginning(let bytes)): part.bytes.count >= bytes
    case (.beginning, .whole): false
    }
  }
}

// MARK: - On disk

extension StoredBody {
  /// A beginning as an entry of the disk cache: the size of the whole, then the bytes.
  ///
  /// Nil without the size, which tells it from a whole, and without a strong validator, by which the rest is known.
  static func entry(_ part: PartialDownload, _ metadata: CacheMetadata) -> CachedData? {
    guard let total = part.totalBytes, metadata.validators.sendable.forRange != nil
    else { return nil }
    let size = withUnsafeBytes(of: Int64(total).littleEndian) { Data($0) }
    return CachedData(bytes: size + part.bytes, metadata: metadata)
  }

  /// Reads the entry of a beginning; nil if it is none.
  init?(beginning entry: CachedData) {
    let size = MemoryLayout<Int64>.size
    guard entry.bytes.count > size, let validators = entry.metadata.validators.sendable.forRange
    else { return nil }
    let total = entry.bytes.prefix(size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let bytes = Data(entry.bytes.dropFirst(size))
    guard let total = Int(exactly: total), total > bytes.count else { return nil }
    self = .beginning(PartialDownload(bytes: bytes, of: total, validators), entry.metadata)
  }
}

extension DataCache {
  /// What there is of a URL: the whole, else a beginning; it blocks.
  func body(of url: URL) -> StoredBody? {
    if let whole = entry(for: url.cacheIdentity) { return .whole(whole) }
    return entry(for: url.beginningIdentity).flatMap { StoredBody(beginning: $0) }
  }

  /// Forgets what there is of a URL.
  func removeBody(of url: URL) {
    remove(for: url.cacheIdentity)
    remove(for: url.beginningIdentity)
  }
}

extension URL {
  /// The identity of its beginning on disk; empty where its bytes may not be kept there.
  var beginningIdentity: String {
    let whole = cacheIdentity
    return whole.isEmpty ? "" : "beginning 1 \(whole)"
  }
}
