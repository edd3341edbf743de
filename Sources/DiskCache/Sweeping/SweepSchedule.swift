/// When the folder has to be looked through.
///
/// Often enough that it passes its limit by an entry, not more, if nobody else writes; and after every
/// tenth of the limit, since others may. Once at the start of a process, unless one has just done it.
struct SweepSchedule {
  private let limitBytes: Int
  private var writtenBytes = 0
  /// nil before the first write.
  private var allowanceBytes: Int?

  /// How long another process's sweep counts as one of ours, in seconds.
  private static let recentSeconds = 600

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// Counts a write, and says whether a sweep is due.
  ///
  /// - Parameter lastSweep: when anybody swept last, in seconds since 1970; asked for once.
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
