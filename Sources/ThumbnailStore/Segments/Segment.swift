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
  private static let blockBytes = 64 << 10

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

  /// Whether no process writes to it, nor will for as long as this is open.
  func keepsWritersOut() -> Bool { flock(file.descriptor, LOCK_SH | LOCK_NB) == 0 }

  /// How far a walk has come.
  struct Walk {
    /// Where the last whole entry ends.
    let end: Int
    /// What it has passed over that is no entry, in bytes.
    let damage: Int
    /// Whether it has come to the end of what there is.
    let isComplete: Bool
  }

  /// Visits the heads of the entries from a place on.
  ///
  /// Damaged heads are passed over. What a writer has not finished is left for the next walk.
  ///
  /// - Parameters:
  ///   - start: where an entry may begin, in bytes; beyond the end of the file there is none.
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

  /// Returns the place of the next head behind a damaged one, or a place at the end or a block behind it.
  ///
  /// It reads much at once: a call for each 64 bytes of a damaged file would take seconds.
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

/// Names a segment among all that there ever were, by when it was made, in nanoseconds since 1970.
struct SegmentID: Hashable, Comparable {
  let number: UInt64

  private static let prefix = "segment-"

  init(number: UInt64) { self.number = number }

  /// Reads the name of a file; nil if it is not a segment's.
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
