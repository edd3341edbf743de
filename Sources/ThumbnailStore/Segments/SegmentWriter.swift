import CacheFiles
import FoundationEssentials
import Glibc

/// Writes to the end of a segment that is locked for this process.
struct SegmentWriter: ~Copyable {
  let id: SegmentID
  private let file: OpenFile
  /// The offset of the next entry.
  private(set) var end: Int

  /// Opens a segment with room that no other process writes, or creates one.
  ///
  /// - Parameter limitBytes: the size at which a segment is full.
  static func open(
    in folder: borrowing Folder, limitBytes: Int
  ) throws(SystemError) -> SegmentWriter {
    for name in try folder.names() {
      guard let id = SegmentID(fileName: name), let status = folder.status(of: name),
        status.isRegular, status.bytes < limitBytes, status.bytes % EntryHead.bytes == 0,
        let writer = try? SegmentWriter(id, in: folder, O_RDWR),
        let segment = try? Segment(id, in: folder),
        // A torn entry would hide entries written after it.
        segment.walk(from: 0, { _, _ in true }).end == writer.end
      else { continue }
      return writer
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var number = UInt64(bitPattern: Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec))
    while true {
      do {
        return try SegmentWriter(SegmentID(number: number), in: folder, O_RDWR | O_CREAT | O_EXCL)
      } catch let error where error.number == EEXIST {
        number &+= 1
      }
    }
  }

  /// Opens a segment and locks it.
  private init(
    _ id: SegmentID, in folder: borrowing Folder, _ flags: Int32
  ) throws(SystemError) {
    let file = try folder.open(id.fileName, flags)
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .latest }
    end = try file.status().bytes
    self.id = id
    self.file = file
  }

  /// Whether the file still has its name, because another process may have removed it.
  var isNamed: Bool {
    var status = stat()
    return fstat(file.descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Appends an entry.
  ///
  /// After a failure the segment may end in a part of the entry, so nothing more may be written to it.
  mutating func append(
    _ payload: Data, for key: ThumbnailKey, storedAt: Int64
  ) throws(SystemError) -> EntryPlace {
    let head = EntryHead(of: payload, for: key, storedAt: storedAt)
    let entry = head.entry(with: payload)
    guard let start = UInt32(exactly: end / EntryHead.bytes) else {
      throw SystemError(number: EFBIG)
    }
    try file.write(entry.span.bytes, at: end)
    end += entry.count
    return EntryPlace(segment: id, start: start, length: UInt16(head.units))
  }
}
