import CacheFiles
import FoundationEssentials
import Glibc
import Synchronization

/// A file of entries, open for reading; it only grows, and is removed as a whole.
///
/// Its contents are untrusted: an entry counts if its head and its bytes match their checksums.
final class Segment: Sendable {
  let id: SegmentID
  private let file: OpenFile
  /// The time of the last recorded use, in seconds since 1970.
  private let notedUse: Atomic<Int>

  /// The interval of recorded uses: an hour, because a write for every picture would cost too much.
  private static let noteSeconds = 3_600
  private static let blockBytes = 64 << 10

  init(_ id: SegmentID, in folder: borrowing Folder) throws(SystemError) {
    self.id = id
    file = try folder.open(id.fileName, O_RDONLY)
    let status = try file.status()
    guard status.isRegular else { throw SystemError(number: EINVAL) }
    notedUse = Atomic(status.lastUse)
  }

  /// The current size of the file.
  var bytes: Int { (try? file.status().bytes) ?? 0 }

  /// Reads the bytes of an entry; nil unless it is a complete entry of this key.
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

  /// Records a use, for the sweep.
  func noteUse(at now: Int) {
    let noted = notedUse.load(ordering: .relaxed)
    guard noted <= now - Self.noteSeconds || noted > now else { return }
    notedUse.store(now, ordering: .relaxed)
    file.setLastUse(now)
  }

  /// Whether no process writes to it, or will while this is open.
  func keepsWritersOut() -> Bool { flock(file.descriptor, LOCK_SH | LOCK_NB) == 0 }

  /// The progress of a walk.
  struct Walk {
    /// The end of the last complete entry.
    let end: Int
    /// The bytes that were skipped as damage.
    let damage: Int
    /// Whether it has reached the end of the file.
    let isComplete: Bool
  }

  /// Visits the heads of the entries from a place on.
  ///
  /// Damaged heads are skipped. Unfinished entries are left for the next walk.
  ///
  /// - Parameters:
  ///   - start: the offset at which an entry may begin; beyond the end of the file there is none.
  ///   - mostDamage: the bytes of damage after which the walk ends.
  ///   - body: returns false to end the walk before this entry.
  func walk(
    from start: Int, mostDamage: Int = .max, _ body: (EntryHead, EntryPlace) -> Bool
  ) -> Walk {
    let size = bytes
    let start = min(start, size)
    var (place, seen, damage) = (start, start, 0)
    func walked(_ isComplete: Bool) -> Walk {
      Walk(end: seen, damage: damage, isComplete: isComplete)
    }
    var bytes = [UInt8](repeating: 0, count: EntryHead.bytes)
    while place + EntryHead.bytes <= size {
      var elements = bytes.mutableSpan
      var span = elements.mutableBytes
      guard (try? file.read(into: &span, at: place)) == EntryHead.bytes else { return walked(true) }
      guard let head = EntryHead(bytes.span.bytes) else {
        guard damage < mostDamage else { return walked(false) }
        let next = passDamage(from: place, to: place + min(mostDamage - damage, size - place))
        damage += next - place
        place = next
        continue
      }
      let next = place + head.units * EntryHead.bytes
      guard next <= size, let unit = UInt32(exactly: place / EntryHead.bytes) else {
        return walked(true)
      }
      guard body(head, EntryPlace(segment: id, start: unit, length: UInt16(head.units))) else {
        return walked(false)
      }
      place = next
      seen = next
    }
    return walked(true)
  }

  /// Returns the place of the next head after a damaged one, or a place up to a block behind the end.
  ///
  /// It reads large blocks, because a call for each 64 bytes of a damaged file would take seconds.
  private func passDamage(from start: Int, to end: Int) -> Int {
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    var place = start + EntryHead.bytes
    while place + EntryHead.bytes <= end {
      var elements = block.mutableSpan
      var span = elements.mutableBytes
      guard let count = try? file.read(into: &span, at: place), count >= EntryHead.bytes else {
        return max(place, end)
      }
      let units = count / EntryHead.bytes
      let bytes = block.span.bytes
      for unit in 0..<units {
        let offset = unit * EntryHead.bytes
        if EntryHead(bytes.extracting(offset..<offset + EntryHead.bytes)) != nil {
          return place + offset
        }
      }
      place += units * EntryHead.bytes
    }
    return place
  }
}

/// Identifies a segment uniquely, by its creation time in nanoseconds since 1970.
struct SegmentID: Hashable, Comparable {
  let number: UInt64

  private static let prefix = "segment-"

  init(number: UInt64) { self.number = number }

  /// Parses the name of a file; nil if it is not a segment's.
  init?(fileName: String) {
    guard fileName.hasPrefix(Self.prefix) else { return nil }
    let digits = fileName.dropFirst(Self.prefix.count)
    guard digits.utf8.count == 16, let number = UInt64(digits, radix: 16) else { return nil }
    self.number = number
  }

  var fileName: String {
    let digits = String(number, radix: 16)
    return Self.prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  static func < (one: SegmentID, other: SegmentID) -> Bool { one.number < other.number }
}
