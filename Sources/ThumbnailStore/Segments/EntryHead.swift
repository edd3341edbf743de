import CacheFiles
import FoundationEssentials

/// The head of an entry in its segment, before the bytes.
///
///     magic                4      length of the bytes   4
///     device, inode        8 + 8  size, last change     8 + 8
///     class of sizes       4      CRC-32 of the bytes   4
///     time of storing      8      zero                  4
///     CRC-32 of all before 4
///
/// Numbers are little-endian. Entries begin at multiples of the head's 64 bytes, so a reader finds the next entry after
/// a damaged head.
struct EntryHead {
  /// The size of a head, and the unit of all places in a segment.
  static let bytes = 64
  /// The most bytes of an entry without its head, because the index stores its length in 16 bits.
  static let maxPayloadBytes = 65_534 * bytes

  private static let magic: UInt32 = 0x3154_5346

  let key: ThumbnailKey
  let payloadBytes: Int
  let payloadChecksum: UInt32
  /// The time in nanoseconds since 1970; the later of two entries of one key counts, because the other may be damaged.
  let storedAt: Int64

  init(of payload: Data, for key: ThumbnailKey, storedAt: Int64) {
    self.key = key
    self.storedAt = storedAt
    payloadBytes = payload.count
    payloadChecksum = Checksum.of(payload.bytes)
  }

  /// Reads a head; nil if the bytes are not one.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount >= Self.bytes else { return nil }
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
      at offset: Int, _ type: Number.Type
    ) -> Number {
      Number(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }
    guard number(at: 0, UInt32.self) == Self.magic,
      number(at: 60, UInt32.self) == Checksum.of(bytes.extracting(0..<60))
    else { return nil }
    payloadBytes = Int(number(at: 4, UInt32.self))
    guard payloadBytes <= Self.maxPayloadBytes else { return nil }
    key = ThumbnailKey(
      file: FileIdentity(
        device: number(at: 8, UInt64.self), inode: number(at: 16, UInt64.self),
        size: number(at: 24, Int64.self), modified: number(at: 32, Int64.self)),
      scale: number(at: 40, UInt32.self))
    payloadChecksum = number(at: 44, UInt32.self)
    storedAt = number(at: 48, Int64.self)
  }

  /// The encoded entry, padded to the start of the next one.
  func entry(with payload: Data) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.append(UInt32(payloadBytes))
    writer.append(key.file.device)
    writer.append(key.file.inode)
    writer.append(key.file.size)
    writer.append(key.file.modified)
    writer.append(key.scale)
    writer.append(payloadChecksum)
    writer.append(storedAt)
    writer.append(UInt32(0))
    writer.append(Checksum.of(writer.bytes.span.bytes))
    writer.append(payload)
    writer.append(repeatElement(UInt8(0), count: units * Self.bytes - writer.bytes.count))
    return writer.bytes
  }

  /// The length of the whole entry, in heads.
  var units: Int { 1 + (payloadBytes + Self.bytes - 1) / Self.bytes }
}

/// The place of an entry.
struct EntryPlace: Hashable {
  let segment: SegmentID
  /// The offset in the segment, in units of `EntryHead.bytes`.
  let start: UInt32
  /// The length in the same unit.
  let length: UInt16
}
