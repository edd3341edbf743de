import CacheFiles
import FoundationEssentials
import Glibc
import Synchronization

/// A file of entries, open for reading; it only ever grows, and is removed as a whole.
///
/// Nothing in it is trusted: an entry counts if its head and its bytes agree with their checksums.
final class Segment: Sendable {
  let id: SegmentID
  private let file: OpenFile
  /// When a use was last noted, in seconds since 1970.
  private let notedUse: Atomic<Int>

  /// Uses are noted once an hour: a write for every picture would be no saving.
  private static let noteSeconds = 3_600

  init(_ id: SegmentID, in folder: borrowing Folder) throws(SystemError) {
    self.id = id
    file = try folder.open(id.fileName, O_RDONLY)
    let status = try file.status()
    guard status.isRegular else { throw SystemError(number: EINVAL) }
    notedUse = Atomic(status.lastUse)
  }

  /// The size of the file now.
  var bytes: Int { (try? file.status().bytes) ?? 0 }

  /// Reads the bytes of an entry; nil for whatever is not a whole entry of this key.
  func payload(at place: EntryPlace, of key: ThumbnailKey) -> Data? {
    let count = Int(place.length) * EntryHead.bytes
    guard count >= EntryHead.bytes else { return nil }
    var entry = Data(count: count)
    var span = entry.mutableBytes
    guard (try? file.read(into: &span, at: Int(place.start) * EntryHead.bytes)) == count,
      let head = EntryHead(entry.bytes), head.key == key, head.units == Int(place.length)
    else { return nil }
    let payload = entry[EntryHead.bytes..<EntryHead.bytes + head.payloadBytes]
    return Checksum.of(payload.bytes) == head.payloadChecksum ? payload : nil
  }

  /// Notes that it is of use, for the sweep.
  func noteUse(at now: Int) {
    let noted = notedUse.load(ordering: .relaxed)
    guard noted <= now - Self.noteSeconds || noted > now else { return }
    notedUse.store(now, ordering: .relaxed)
    file.setLastUse(now)
  }

  /// Visits the heads of the entries from a place on, and returns where the last whole one ends.
  ///
  /// Damaged heads are passed over. What a writer has not finished is left for the next walk.
  ///
  /// - Parameters:
  ///   - start: where an entry may begin, in bytes.
  ///   - body: returns false to end the walk before this entry.
  func walk(from start: Int, _ body: (EntryHead, EntryPlace) -> Bool) -> Int {
    let end = bytes
    var (place, seen) = (start, start)
    var bytes = [UInt8](repeating: 0, count: EntryHead.bytes)
    while place + EntryHead.bytes <= end {
      var elements = bytes.mutableSpan
      var span = elements.mutableBytes
      guard (try? file.read(into: &span, at: place)) == EntryHead.bytes else { return seen }
      guard let head = EntryHead(bytes.span.bytes) else {
        place += EntryHead.bytes
        continue
      }
      let next = place + head.units * EntryHead.bytes
      guard next <= end, let unit = UInt32(exactly: place / EntryHead.bytes),
        body(head, EntryPlace(segment: id, start: unit, length: UInt16(head.units)))
      else { return seen }
      place = next
      seen = next
    }
    return seen
  }
}
