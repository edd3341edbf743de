import CacheFiles

/// Brings staged changes to the disk, one at a time, and keeps the folder within its limit.
struct CacheWriter {
  private let folder: CacheFolder
  private let limitBytes: Int
  private var schedule: SweepSchedule
  private var outage = Outage()
  /// What others keep in the same room.
  private let neighborBytes: @Sendable () -> Int

  init(
    folder: CacheFolder, limitBytes: Int, neighborBytes: @escaping @Sendable () -> Int = { 0 }
  ) {
    self.folder = folder
    self.neighborBytes = neighborBytes
    self.limitBytes = limitBytes
    schedule = SweepSchedule(limitBytes: limitBytes)
  }

  /// Why writing was given up, in a sentence; nil while it works.
  var problem: String? {
    outage.cause.map { "The disk cache in \(folder.path) is not written to: \($0)." }
  }

  /// Carries out one piece of work, blocking.
  ///
  /// - Returns: false where the disk still has what it should not have.
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
      // One that cannot be kept within its limit is not added to either.
      if writer.schedule.isDue(
        afterWriting: bytes, at: now, lastSweep: writer.folder.lastSweep)
      {
        let room = CacheFolder.room(in: writer.limitBytes, beside: writer.neighborBytes())
        try writer.sweep(at: now, limitBytes: room)
      }
      return true
    }
  }

  /// Writes, and tries once more after a failure that it can mend.
  private mutating func write(
    _ data: CachedData, _ key: CacheKey, _ identity: String, at now: Int
  ) throws(SystemError) -> Int? {
    do {
      return try folder.write(data, key, identity, at: now)
    } catch let error where error.isFullDisk {
      // A cache is the first that should make room. Its limit is then what it holds, for a while.
      let bytes = folder.entries().reduce(0) { $0 + $1.bytes }
      try sweep(at: now, limitBytes: min(limitBytes, max(0, bytes - data.bytes.count)))
    } catch let error where error.isAbsence {
      // Something removed the folder, or the temporary file, under our hands.
    }
    return try folder.write(data, key, identity, at: now)
  }

  private mutating func sweep(at now: Int, limitBytes: Int) throws(SystemError) {
    schedule.swept(leaving: try folder.sweep(at: now, limitBytes: limitBytes))
  }

  /// Where it fails the entry is stale, no more.
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

  /// Takes a failure for the beginning of an outage, unless it is the entry's own.
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

/// When the cache must look through the folder.
///
/// It does so often enough that the folder passes its limit by one entry at most, if no one else
/// writes. Since others may write, it also does so after every tenth of the limit. It does so once
/// at the start of a process, unless another process has just done it.
struct SweepSchedule {
  private let limitBytes: Int
  private var writtenBytes = 0
  /// nil before the first write.
  private var allowanceBytes: Int?

  /// How long another process's sweep counts as this one's, in seconds.
  private static let recentSeconds = 600

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// Counts a write, and returns whether a sweep is due.
  ///
  /// - Parameter lastSweep: when any process last swept, in seconds since 1970; asked for once.
  mutating func isDue(afterWriting bytes: Int, at now: Int, lastSweep: () -> Int?) -> Bool {
    writtenBytes += bytes
    if let allowanceBytes { return writtenBytes > allowanceBytes }
    allowanceBytes = limitBytes / 10
    return lastSweep().map { $0 <= now - Self.recentSeconds || $0 > now } ?? true
  }

  /// Notes a sweep, and what it has left.
  mutating func swept(leaving bytes: Int) {
    writtenBytes = 0
    // A hundredth at least, so that a cache near its limit is not looked through for every store.
    allowanceBytes = min(max(limitBytes - bytes, limitBytes / 100), limitBytes / 10)
  }
}
