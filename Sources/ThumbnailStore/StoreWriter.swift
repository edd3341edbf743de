import CacheFiles
import FoundationEssentials

/// Appends entries for one process.
struct StoreWriter: ~Copyable {
  private let path: String
  private let limitBytes: Int
  private var segment: SegmentWriter?
  private(set) var outage = Outage()
  /// Since the last sweep; nil before the first.
  private var unsweptBytes: Int?

  init(path: String, limitBytes: Int) {
    self.path = path
    self.limitBytes = limitBytes
  }

  /// The size at which a segment is full: small beside the limit, because segments go as a whole.
  private var segmentBytes: Int { min(max(limitBytes / 32, 64 << 10), 256 << 20) }

  /// Writes an entry; nil if that fails, or if writing has been given up.
  ///
  /// - Parameters:
  ///   - now: in seconds since 1970.
  ///   - storedAt: what the entry says of its time.
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
      // What it ends in now is not known.
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

  /// Lets go of the segment.
  mutating func close() { segment = nil }
}
