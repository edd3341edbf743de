import Glibc
import SourceItems

/// The changes of files in folders, from events of the system and from reading again.
struct FolderNews {
  /// The time without a write after which an open file counts as complete.
  private static let writersPause = Duration.seconds(1)
  /// The interval of reading again if the system doesn't report all changes.
  private static let pollInterval = Duration.seconds(5)

  private struct Look {
    var time = ContinuousClock.now
    /// The status of the file; nil if the system reports when the writer closes it.
    var status: FileStatus?
  }

  private var watch: FolderWatch?
  /// Whether the system watches all requested folders.
  private(set) var isComplete = false
  /// Whether the root folder is gone.
  private(set) var isGone = false
  private var wasGone = false
  /// The files with events.
  private var files: Set<FolderListing.File> = []
  /// The files that another reading has found new or missing, perhaps without an event.
  private var found: Set<FolderListing.File> = []
  /// The files that may still be written, with their last known status.
  private var unfinished: [FolderListing.File: Look] = [:]
  /// Whether events may have been missed, so that everything must be read again.
  private var isOutdated = false
  /// The time from which everything may be read again.
  private var rest = ContinuousClock.now
  /// The folders to watch once watching starts, with their modification times before they were read.
  private var unwatched: [Int: (path: [UInt8], changedAt: Int?)] = [:]
  /// Whether other machines can change the folders, which the system doesn't report.
  private var isOnNetwork = false
  /// The time of the next reading; nil if the system reports all changes.
  private var nextLook: ContinuousClock.Instant?

  /// The descriptor for events; nil if nothing is watched.
  var descriptor: Int32? { watch?.descriptor }
  var hasFiles: Bool { !files.isEmpty || !found.isEmpty }
  /// Whether everything must be read again now.
  var mustBeRead: Bool { isOutdated && ContinuousClock.now >= rest }
  /// The time until the next check without an event; nil for never.
  var wait: Duration? {
    let waits = [
      unfinished.isEmpty ? nil : Self.writersPause, nextLook.map { _ in Self.pollInterval },
      isOutdated ? ContinuousClock.now.duration(to: rest) : nil,
    ]
    return waits.compactMap(\.self).min().map { max($0, .zero) }
  }

  /// Starts to watch folders.
  ///
  /// - Parameters:
  ///   - root: the path of the root folder.
  ///   - changes: the watch; nil if the system can't watch more folders.
  mutating func startWatching(below root: [UInt8], by changes: FolderWatch?) {
    watch = changes
    isComplete = watch != nil
    // If the reading began before the root was removed, there is no root to watch.
    isGone = watch != nil && unwatched[0] == nil
    isOnNetwork = NetworkMounts.hold(root)
    defer { lookAgainIfNeeded() }
    for (number, folder) in unwatched.sorted(by: { $0.key < $1.key }) {
      watch(folder.path, as: number, readAt: folder.changedAt)
    }
    unwatched = [:]
    if isGone { (watch, isComplete) = (nil, false) }
  }

  /// Adds a folder to be watched as soon as watching has started.
  ///
  /// - Parameter changedAt: the modification time of the folder before it was read; nil if unknown.
  mutating func watch(_ path: [UInt8], as number: Int, readAt changedAt: Int?) {
    switch watch?.watch(path, as: number) {
    case .begun:
      // Changes between reading and watching are not reported.
      if FileStatus(at: path.folderPath)?.changedAt != changedAt { isOutdated = true }
    case .refused: isComplete = false
    case .failed where number == 0: isGone = true
    case .known, .failed: break
    case nil: unwatched[number] = (path, changedAt)
    }
  }

  /// Adds files that another reading has found new or missing.
  mutating func add(_ others: Set<FolderListing.File>) { found.formUnion(others) }

  /// Returns a file with changes, and removes it.
  ///
  /// - Returns: nil if there is none, or if it waits for its writer.
  mutating func takeFile(_ path: (FolderListing.File) -> [UInt8]) -> FolderListing.File? {
    if let file = files.popFirst() { return file }
    guard let file = found.popFirst(), unfinished[file] == nil else { return nil }
    guard let status = FileStatus(at: path(file)), !Self.isWhole(path(file)) else { return file }
    unfinished[file] = Look(status: status)
    return nil
  }

  /// Records that folders have changed.
  mutating func noteChange() { isOutdated = true }

  /// Whether the root folder is gone; nil if that has not changed since the last call.
  mutating func takeWhetherGone() -> Bool? {
    if isGone == wasGone { return nil }
    wasGone = isGone
    return isGone
  }

  /// Records that the root folder is gone.
  mutating func noteGone() { (watch, isComplete, isGone) = (nil, false, true) }

  /// Records that another reading has started.
  mutating func beginReading() { isOutdated = false }

  /// Records that another reading has ended.
  ///
  /// If folders change all the time, reading takes at most a fifth of the time.
  mutating func endReading(since start: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    rest = now + start.duration(to: now) * 4
    if nextLook != nil { nextLook = max(rest, now + Self.pollInterval) }
  }

  /// Handles the pending events.
  ///
  /// - Parameters:
  ///   - isReading: whether another reading is in progress.
  ///   - isRecursive: whether subfolders matter.
  ///   - path: returns the path of a file.
  /// - Returns: a line for the person, if there is something to report.
  mutating func takeEvents(
    isReading: Bool, isRecursive: Bool, path: (FolderListing.File) -> [UInt8]
  ) -> String? {
    var notice: String?
    for event in watch?.takeEvents() ?? [] {
      switch event {
      case .came(let file, let isOnlyMade) where isOnlyMade && !Self.isWhole(path(file)):
        unfinished[file] = Look()
      case .came(let file, _), .went(let file):
        files.insert(file)
        unfinished[file] = nil
      case .foldersChanged: isOutdated = isOutdated || isRecursive
      case .lost:
        isOutdated = true
        notice = "some changes were missed: the folder is read again"
      case .ended:
        noteGone()
        isOutdated = true
      }
    }
    takeQuietFiles(path)
    if !isReading { lookAgainIfNeeded() }
    return notice
  }

  private mutating func lookAgainIfNeeded() {
    let now = ContinuousClock.now
    guard isOnNetwork || !isComplete else { return nextLook = nil }
    if let nextLook, nextLook > now { return }
    if nextLook != nil { isOutdated = true }
    nextLook = now + Self.pollInterval
  }

  /// Takes files that have not been written for a while: a link may have been created without a writer.
  ///
  /// A server's clock may be ahead of ours. Without events, a file is complete if its status no longer changes.
  private mutating func takeQuietFiles(_ path: (FolderListing.File) -> [UInt8]) {
    let now = ContinuousClock.now
    for (file, look) in unfinished where look.time.duration(to: now) >= Self.writersPause {
      let status = FileStatus(at: path(file))
      let isOver = status == nil || status == look.status || Self.isWhole(path(file))
      unfinished[file] = isOver ? nil : Look(time: now, status: look.status == nil ? nil : status)
      if isOver { files.insert(file) }
    }
  }

  /// Whether a new file is complete: it is a link to an existing one, or was last written some time ago.
  private static func isWhole(_ path: [UInt8]) -> Bool {
    var status = stat()
    guard path.withPath({ lstat($0, &status) }) == 0 else { return false }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (age, _) = Int(nanosecondsAt: now).subtractingReportingOverflow(
      Int(nanosecondsAt: status.st_mtim))
    return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
      || (status.st_size > 0 && age > 1_000_000_000)
  }
}
