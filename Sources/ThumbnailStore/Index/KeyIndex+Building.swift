import CacheFiles
import Glibc

extension KeyIndex {
  /// The average number of records in a bucket.
  private static let bucketRecords = 16

  /// Writes an index of all complete entries of a folder, replacing the current one.
  ///
  /// It copies the records of the old index, unless that is damaged, and walks only the rest of the segments. If
  /// several processes do so at once, the last one wins: each index states its coverage, so nothing is lost.
  static func rebuild(in folder: borrowing Folder) throws(SystemError) {
    let old = KeyIndex(in: folder)
    let oldRecords = old?.records()
    var covered: [SegmentID: Int] = [:]
    if let old, oldRecords != nil {
      for segment in old.segments { covered[segment.id] = segment.covered }
    }
    var segments: [(id: SegmentID, covered: Int)] = []
    var numbers: [SegmentID: UInt16] = [:]
    var new: [(record: KeyRecord, storedAt: Int64)] = []
    for name in try folder.names().sorted() {
      guard let id = SegmentID(fileName: name), let number = UInt16(exactly: segments.count),
        let segment = try? Segment(id, in: folder)
      else { continue }
      numbers[id] = number
      let end = segment.coverable(from: covered[id] ?? 0) { head, place in
        let record = KeyRecord(digest: head.key.digest, place, segment: number)
        new.append((record, head.storedAt))
      }
      segments.append((id, end))
    }
    // The last of equal digests is kept, which is the newest.
    new.sort { ($0.record.digest, $0.storedAt) < ($1.record.digest, $1.storedAt) }
    let kept = (oldRecords ?? []).compactMap { record -> KeyRecord? in
      guard let old, let number = numbers[old.segments[Int(record.segment)].id] else { return nil }
      var record = record
      record.segment = number
      return record
    }
    try write(merged(kept, new.map(\.record)), segments, in: folder)
  }

  /// The records of both by digest; of equal ones, the last of `new`.
  private static func merged(_ kept: [KeyRecord], _ new: [KeyRecord]) -> [KeyRecord] {
    var result: [KeyRecord] = []
    result.reserveCapacity(kept.count + new.count)
    var (one, other) = (0, 0)
    while one < kept.count || other < new.count {
      if other == new.count || one < kept.count && kept[one].digest < new[other].digest {
        result.append(kept[one])
        one += 1
        continue
      }
      if one < kept.count, kept[one].digest == new[other].digest { one += 1 }
      if let last = result.last, last.digest == new[other].digest { result.removeLast() }
      result.append(new[other])
      other += 1
    }
    return result
  }

  private static func write(
    _ records: [KeyRecord], _ segments: [(id: SegmentID, covered: Int)],
    in folder: borrowing Folder
  ) throws(SystemError) {
    var bits = 0
    while records.count >> bits > bucketRecords { bits += 1 }
    var table = ByteWriter()
    for segment in segments {
      table.append(segment.id.number)
      table.append(UInt64(segment.covered))
    }
    var next = 0
    for bucket in 0..<(1 << bits) {
      while bits > 0, next < records.count, records[next].digest >> UInt64(64 - bits) < bucket {
        next += 1
      }
      table.append(UInt32(next))
    }
    table.append(UInt32(records.count))

    var head = ByteWriter()
    head.append(magic)
    head.append(UInt64(records.count))
    head.append(UInt32(segments.count))
    head.append(UInt32(bits))
    head.append(Checksum.of(table.bytes.span.bytes))
    head.append(Checksum.of(head.bytes.span.bytes))
    var body = [UInt8](repeating: 0, count: records.count * recordBytes)
    body.withUnsafeMutableBytes { bytes in
      for (number, record) in records.enumerated() {
        record.write(to: bytes, at: number * recordBytes)
      }
    }

    let temporary = try TemporaryFile(in: folder)
    do {
      try temporary.file.write(head.bytes.span.bytes, at: 0)
      try temporary.file.write(table.bytes.span.bytes, at: headBytes)
      try temporary.file.write(body.span.bytes, at: headBytes + table.bytes.count)
      // Records have no checksum: after a power failure, a valid head could be followed by zeros.
      try temporary.file.synchronize()
      try folder.rename(temporary.name, to: fileName)
    } catch {
      try? folder.remove(temporary.name)
      throw error
    }
  }
}

extension Segment {
  /// Visits the entries from a place on, and returns the end of the part that an index can cover.
  ///
  /// After a writer is gone, its unfinished data stays as it is, and no other writer continues such a segment.
  fileprivate func coverable(
    from start: Int, _ body: (EntryHead, EntryPlace) -> Void
  ) -> Int {
    func end(from start: Int) -> Int {
      let walk = self.walk(from: start) { head, place in
        body(head, place)
        return true
      }
      return walk.end
    }
    let seen = end(from: start)
    guard seen < bytes, keepsWritersOut() else { return seen }
    // The last writer may have finished an entry before it ended.
    let last = end(from: seen)
    return max(last, bytes)
  }
}
