import CacheFiles

/// Writes staged changes to the disk, one at a time, and keeps the folder within its limit.
struct CacheWriter {
  private let folder: CacheFolder
  private let limitBytes: Int
  private var schedule: SweepSchedule
  private var outage = Outage()
  /// The size of other data under the same limit.
  private let neighborBytes: @Sendable () -> Int

  init(
    folder: CacheFolder, limitBytes: Int, neighborBytes: @escaping @Sendable () -> Int = { 0 }
  ) {
    self.folder = folder
    self.neighborBytes = neighborBytes
    self.limitBytes = limitBytes
    schedule = SweepSchedule(limitBytes: limitBytes)
  }

  /// The reason why writing has stopped, as a sentence; nil while it works.
  var problem: String? {
    outage.cause.map { "The disk cache in \(folder.path) is not written to: \($0)." }
  }

  /// Carries out one piece of work, blocking.
  ///
  /// - Returns: false if outdated data remains on the disk.
  mutating func perform(_ work: StagingArea.Work, at now: Int) -> Bool {
    switch work {
    case .removeAll:
      return attempt(at: now) { writer throws(SystemError) in
        try writer.folder.removeAll()
        return true
      }
    case .change(let key, let change):
      switch change.kind {
      case .store(let data):
        return store(data, key, change.identity, at: now) || remove(key, at: now)
      case .refresh(let metadata):
        refresh(metadata, key, change.identity, at: now)
        return true
      case .remove:
        return remove(key, at: now)
      }
    }
  }
}

extension CacheWriter {
  private mutating func store(
    _ data: CachedData, _ key: CacheKey, _ identity: String, at now: Int
  ) -> Bool {
    guard outage.allowsWriting(at: now) else { return false }
    return attempt(at: now) { writer throws(SystemError) in
      guard let bytes = try writer.write(data, key, identity, at: now) else { return false }
      writer.outage.end()
      // A folder that can't be kept within its limit gets no entries.
      if writer.schedule.isDue(
        afterWriting: bytes, at: now, lastSweep: writer.folder.lastSweep)
      {
        let room = CacheFolder.room(in: writer.limitBytes, beside: writer.neighborBytes())
        try writer.sweep(at: now, limitBytes: room)
      }
      return true
    }
  }

  /// Writes, and retries once after a failure that it can fix.
  private mutating func write(
    _ data: CachedData, _ key: CacheKey, _ identity: String, at now: Int
  ) throws(SystemError) -> Int? {
    do {
      return try folder.write(data, key, identity, at: now)
    } catch let error where error.isFullDisk {
      // A cache should make room first. Its limit is then its current size, for a while.
      let bytes = folder.entries().reduce(0) { $0 + $1.bytes }
      try sweep(at: now, limitBytes: min(limitBytes, max(0, bytes - data.bytes.count)))
    } catch let error where error.isAbsence {
      // Another process removed the folder or the temporary file.
    }
    return try folder.write(data, key, identity, at: now)
  }

  private mutating func sweep(at now: Int, limitBytes: Int) throws(SystemError) {
    schedule.swept(leaving: try folder.sweep(at: now, limitBytes: limitBytes))
  }

  /// If this fails, the entry is only stale.
  private mutating func refresh(
    _ metadata: [CacheMetadata], _ key: CacheKey, _ identity: String, at now: Int
  ) {
    guard outage.allowsWriting(at: now) else { return }
    _ = attempt(at: now) { writer throws(SystemError) in
      try writer.folder.refresh(metadata, key, identity, at: now)
      return true
    }
  }

  private mutating func remove(_ key: CacheKey, at now: Int) -> Bool {
    attempt(at: now) { writer throws(SystemError) in
      try writer.folder.remove(key)
      return true
    }
  }

  /// Treats a failure as the start of an outage, unless it concerns only the entry.
  private mutating func attempt(
    at now: Int, _ body: (inout CacheWriter) throws(SystemError) -> Bool
  ) -> Bool {
    do {
      return try body(&self)
    } catch {
      if !error.concernsOneEntry { outage.begin(error, at: now) }
      return false
    }
  }
}

/// Decides when the cache must sweep the folder.
///
/// Sweeps are frequent enough that the folder exceeds its limit by one entry at most, if no other
/// process writes. Since others may write, a sweep also follows each tenth of the limit. A process
/// sweeps once at its start, unless another process has just done it.
struct SweepSchedule {
  private let limitBytes: Int
  private var writtenBytes = 0
  /// The bytes that may be written before the next sweep; nil before the first write.
  private var allowanceBytes: Int?

  /// How long another process's sweep counts as this one's, in seconds.
  private static let recentSeconds = 600

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// Counts a write, and returns whether a sweep is due.
  ///
  /// - Parameter lastSweep: the time of the last sweep by any process, in seconds since 1970;
  ///   called once.
  mutating func isDue(afterWriting bytes: Int, at now: Int, lastSweep: () -> Int?) -> Bool {
    writtenBytes += bytes
    if let allowanceBytes { return writtenBytes > allowanceBytes }
    allowanceBytes = limitBytes / 10
    return lastSweep().map { $0 <= now - Self.recentSeconds || $0 > now } ?? true
  }

  /// Notes a sweep, and the remaining bytes.
  mutating func swept(leaving bytes: Int) {
    writtenBytes = 0
    // At least a hundredth, so that a cache near its limit is not swept for every store.
    allowanceBytes = min(max(limitBytes - bytes, limitBytes / 100), limitBytes / 10)
  }
}
