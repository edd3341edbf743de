import CacheFiles
import FoundationEssentials

/// Appends entries for one process.
struct StoreWriter: ~Copyable {
  private let path: String
  private let limitBytes: Int
  private var segment: SegmentWriter?
  private(set) var outage = Outage()
  /// The bytes since the last sweep; nil before the first.
  private var unsweptBytes: Int?

  init(path: String, limitBytes: Int) {
    self.path = path
    self.limitBytes = limitBytes
  }

  /// The size at which a segment is full: small relative to the limit, because segments are removed
  /// as a whole.
  private var segmentBytes: Int { min(max(limitBytes / 32, 64 << 10), 256 << 20) }

  /// Writes an entry; nil if that fails, or if writing has stopped.
  ///
  /// - Parameters:
  ///   - now: the time in seconds since 1970.
  ///   - storedAt: the time recorded in the entry.
  mutating func append(
    _ payload: Data, for key: ThumbnailKey, at now: Int, storedAt: Int64
  ) -> EntryPlace? {
    guard payload.count <= min(limitBytes / 10, EntryHead.maxPayloadBytes),
      outage.allowsWriting(at: now)
    else { return nil }
    do {
      let place = try append(payload, for: key, storedAt)
      outage.end()
      unsweptBytes? += payload.count
      return place
    } catch {
      // The contents at its end are unknown now.
      segment = nil
      if !error.concernsOneEntry { outage.begin(error, at: now) }
      return nil
    }
  }

  private mutating func append(
    _ payload: Data, for key: ThumbnailKey, _ storedAt: Int64
  ) throws(SystemError) -> EntryPlace {
    let isUsable = segment?.isNamed == true && (segment?.end ?? 0) < segmentBytes
    if !isUsable {
      segment = nil
      segment = try SegmentWriter.open(
        in: StoreFolder.make(path).folder, limitBytes: segmentBytes)
    }
    guard let place = try segment?.append(payload, for: key, storedAt: storedAt) else {
      throw SystemError(number: 0)
    }
    return place
  }

  /// Whether a sweep is due: at the first write, and then after each tenth of the limit.
  mutating func takeSweep() -> Bool {
    if let unsweptBytes, unsweptBytes <= limitBytes / 10 { return false }
    unsweptBytes = 0
    return true
  }

  /// Closes the segment.
  mutating func close() { segment = nil }
}
