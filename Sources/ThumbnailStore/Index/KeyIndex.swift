import CacheFiles
import Glibc

/// The file with the places of entries in older segments, open for reading.
///
///     magic and version   8      records                        8
///     segments            4      bits of a bucket's number      4
///     CRC-32 of the next two     4      CRC-32 of all before    4
///     for each segment: its number 8, and how much of it is covered 8
///     for each bucket, and the end: its first record 4
///     for each record: digest 8, start 4, length 2, segment 2
///
/// Numbers are little-endian. Records are sorted by digest, and a bucket contains those whose digest begins with its
/// number: about sixteen, which are read at once. The file is replaced by renaming, never changed. It is read instead
/// of mapped, because access to a mapping of a truncated file kills the process.
final class KeyIndex: Sendable {
  static let fileName = "index"
  static let magic: [UInt8] = Array("fsindex\u{1}".utf8)
  static let headBytes = 32
  static let recordBytes = 16
  /// The most records in a bucket, far more than in any undamaged file.
  private static let maxBucketRecords = 1_024

  let count: Int
  /// The segments by the numbers in the records, with the covered bytes of each.
  let segments: [(id: SegmentID, covered: Int)]
  private let file: OpenFile
  private let bits: Int
  private let buckets: [UInt32]
  private let recordsStart: Int

  /// Opens the index of a folder; nil if it is missing or damaged.
  ///
  /// - Complexity: O(buckets): a fourth of a byte for each record.
  init?(in folder: borrowing Folder) {
    guard let file = try? folder.open(Self.fileName, O_RDONLY), let status = try? file.status(),
      status.isRegular, let head = file.bytes(Self.headBytes, at: 0),
      head.starts(with: Self.magic)
    else { return nil }
    var reader = ByteReader(head[Self.magic.count...])
    guard let count = reader.next(UInt64.self), let segmentCount = reader.next(UInt32.self),
      let bits = reader.next(UInt32.self), let tableChecksum = reader.next(UInt32.self),
      reader.next(UInt32.self)
        == Checksum.of(head.span.extracting(..<(Self.headBytes - 4)).bytes),
      count < 1 << 31, segmentCount <= 1 << 16, bits <= 28
    else { return nil }
    let bucketsStart = Int(segmentCount) * 16
    let tableBytes = bucketsStart + ((1 << Int(bits)) + 1) * 4
    guard status.bytes == Self.headBytes + tableBytes + Int(count) * Self.recordBytes,
      let table = file.bytes(tableBytes, at: Self.headBytes),
      Checksum.of(table.span.bytes) == tableChecksum
    else { return nil }
    var segments = ByteReader(table[..<bucketsStart])
    self.segments = (0..<segmentCount).compactMap { _ in
      guard let id = segments.next(UInt64.self), let covered = segments.next(UInt64.self) else {
        return nil
      }
      return (SegmentID(number: id), Int(clamping: covered))
    }
    buckets = table.withUnsafeBytes { bytes in
      (0...(1 << Int(bits))).map { bucket in
        UInt32(
          littleEndian: bytes.loadUnaligned(
            fromByteOffset: bucketsStart + bucket * 4, as: UInt32.self))
      }
    }
    self.count = Int(count)
    self.bits = Int(bits)
    self.file = file
    recordsStart = Self.headBytes + tableBytes
  }

  /// The place of a digest's entry, if any; the entry tells whether it is the right one.
  ///
  /// It reads some 250 bytes.
  func place(of digest: UInt64) -> EntryPlace? {
    let bucket = bits == 0 ? 0 : Int(digest >> UInt64(64 - bits))
    let (first, end) = (Int(buckets[bucket]), Int(buckets[bucket + 1]))
    guard first < end, end <= count, end - first <= Self.maxBucketRecords else { return nil }
    let bytes = (end - first) * Self.recordBytes
    return withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 8) { records in
      let read = pread(
        file.descriptor, records.baseAddress, bytes, recordsStart + first * Self.recordBytes)
      guard read == bytes else { return nil }
      for offset in stride(from: 0, to: bytes, by: Self.recordBytes) {
        let record = KeyRecord(UnsafeRawBufferPointer(records), at: offset)
        if record.digest == digest { return place(of: record) }
      }
      return nil
    }
  }

  private func place(of record: KeyRecord) -> EntryPlace? {
    guard segments.indices.contains(Int(record.segment)) else { return nil }
    return EntryPlace(
      segment: segments[Int(record.segment)].id, start: record.start, length: record.length)
  }

  /// All records, in order; nil if they can't be read, or if one is evidently damaged.
  ///
  /// Records have no checksum, but a misplaced one would hide others from a search.
  func records() -> [KeyRecord]? {
    guard let bytes = file.bytes(count * Self.recordBytes, at: recordsStart) else { return nil }
    let records = bytes.withUnsafeBytes { bytes in
      (0..<count).map { KeyRecord(bytes, at: $0 * Self.recordBytes) }
    }
    let isWhole =
      records.allSatisfy { Int($0.segment) < segments.count }
      && zip(records, records.dropFirst()).allSatisfy { $0.digest < $1.digest }
    return isWhole ? records : nil
  }
}

/// A record of the index: the place of one entry.
struct KeyRecord {
  let digest: UInt64
  let start: UInt32
  let length: UInt16
  /// The number of the segment in the index.
  var segment: UInt16

  init(digest: UInt64, _ place: EntryPlace, segment: UInt16) {
    self.digest = digest
    start = place.start
    length = place.length
    self.segment = segment
  }

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
      _ place: Int, _ type: Number.Type
    ) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + place, as: type))
    }
    digest = number(0, UInt64.self)
    start = number(8, UInt32.self)
    length = number(12, UInt16.self)
    segment = number(14, UInt16.self)
  }

  func write(to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    bytes.storeBytes(of: digest.littleEndian, toByteOffset: offset, as: UInt64.self)
    bytes.storeBytes(of: start.littleEndian, toByteOffset: offset + 8, as: UInt32.self)
    bytes.storeBytes(of: length.littleEndian, toByteOffset: offset + 12, as: UInt16.self)
    bytes.storeBytes(of: segment.littleEndian, toByteOffset: offset + 14, as: UInt16.self)
  }
}

extension OpenFile {
  /// Reads exactly `count` bytes; nil if there are fewer.
  fileprivate func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var elements = bytes.mutableSpan
    var span = elements.mutableBytes
    return (try? read(into: &span, at: offset)) == count ? bytes : nil
  }
}
