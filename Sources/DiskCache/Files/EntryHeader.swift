import CacheFiles
import FoundationEssentials

/// The header of an entry's file, before the bytes.
///
///     magic and version   8      when it was stored, fresh until   8 + 8
///     length of it all    4      flags                             4
///     length of the body  8      identity, entity tag, date        4 + n each
///     CRC-32 of the body  4      CRC-32 of all before              4
///
/// Numbers are little-endian. The body has a checksum of its own. So when a 304 confirms a picture,
/// its header can be replaced without reading the body.
struct EntryHeader: Hashable {
  var metadata: CacheMetadata
  /// The identity, compared when the entry is read, because another identity may have the same
  /// hash.
  let identity: String
  let bodyBytes: Int
  let bodyChecksum: UInt32

  /// The longest header; a URL of 16 KiB is not worth caching.
  static let maxBytes = 16 << 10

  /// The signature and version of the format.
  private static let magic = [UInt8]("dcentry\u{1}".utf8)

  /// The encoded header; nil if it is too long.
  func encoded() -> [UInt8]? {
    let freshness = metadata.freshness
    var bytes = ByteWriter()
    bytes.append(Self.magic)
    bytes.append(UInt32(0))
    bytes.append(Int64(bodyBytes))
    bytes.append(bodyChecksum)
    bytes.append(Int64(freshness.storedAt))
    bytes.append(Int64(freshness.freshUntil))
    bytes.append(UInt32(freshness.mayBeShownWhenDisconnected ? 1 : 0))
    bytes.append(identity)
    bytes.append(metadata.validators.entityTag ?? "")
    bytes.append(metadata.validators.lastModified ?? "")
    let count = bytes.bytes.count + 4
    guard count <= Self.maxBytes else { return nil }
    bytes.replace(at: Self.magic.count, with: UInt32(count))
    bytes.append(Checksum.of(bytes.bytes.span.bytes))
    return bytes.bytes
  }

  /// Parses the header at the start of a file, and returns its length too; nil if it is invalid or
  /// torn.
  static func parse(_ file: [UInt8]) -> (header: EntryHeader, count: Int)? {
    var reader = ByteReader(file[...])
    guard reader.next(magic.count)?.elementsEqual(magic) == true,
      let count = reader.next(UInt32.self).map({ Int($0) }),
      count > magic.count + 8, count <= file.count
    else { return nil }
    var end = ByteReader(file[(count - 4)..<count])
    guard end.next(UInt32.self) == Checksum.of(file.span.extracting(..<(count - 4)).bytes),
      let bodyBytes = reader.next(Int64.self), bodyBytes >= 0,
      let bodyChecksum = reader.next(UInt32.self),
      let storedAt = reader.next(Int64.self), let freshUntil = reader.next(Int64.self),
      let flags = reader.next(UInt32.self),
      let identity = reader.string(), let entityTag = reader.string(),
      let lastModified = reader.string()
    else { return nil }
    let metadata = CacheMetadata(
      validators: Validators(
        entityTag: entityTag.isEmpty ? nil : entityTag,
        lastModified: lastModified.isEmpty ? nil : lastModified),
      freshness: Freshness(
        storedAt: Int(storedAt), freshUntil: Int(freshUntil),
        mayBeShownWhenDisconnected: flags & 1 == 1))
    let header = EntryHeader(
      metadata: metadata, identity: identity, bodyBytes: Int(bodyBytes), bodyChecksum: bodyChecksum)
    return (header, count)
  }
}
