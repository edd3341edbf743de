import Glibc
import SourceItems

/// What has happened to the files of folders, as far as the system tells.
struct FolderNews {
  /// The time without a write after which an open file counts as whole.
  private static let writersPause = Duration.seconds(1)
  /// How often a folder is looked at that the system does not tell all about.
  private static let pollInterval = Duration.seconds(5)

  private struct Look {
    var time = ContinuousClock.now
    /// Nil where the system tells when the writer is done.
    var status: FileStatus?
  }

  private var watch: FolderWatch?
  /// Whether the system watches all folders that it was asked to.
  private(set) var isComplete = false
  /// Whether the folder that holds all others is gone.
  private(set) var isGone = false
  private var wasGone = false
  /// The files that something has happened to.
  private var files: Set<FolderListing.File> = []
  /// The files that reading everything again has found to come or go, of which the system may not have told.
  private var found: Set<FolderListing.File> = []
  /// The files whose writers may not be done, and when and how they were last seen.
  private var unfinished: [FolderListing.File: Look] = [:]
  /// Whether something may have been missed, so that everything must be read again.
  private var isOutdated = false
  /// When everything may be read again.
  private var rest = ContinuousClock.now
  /// The folders to watch from the start on, and when they had last changed before they were read.
  private var unwatched: [Int: (path: [UInt8], changedAt: Int?)] = [:]
  /// Whether others change the folders, of which the system tells nothing.
  private var isOnNetwork = false
  /// When to read everything again; nil if the system tells of all that happens.
  private var nextLook: ContinuousClock.Instant?

  /// Where events come; nil if none do.
  var descriptor: Int32? { watch?.descriptor }
  var hasFiles: Bool { !files.isEmpty || !found.isEmpty }
  /// Whether everything must be read again now.
  var mustBeRead: Bool { isOutdated && ContinuousClock.now >= rest }
  /// The time after which to look although no event has come; nil for never.
  var wait: Duration? {
    let waits = [
      unfinished.isEmpty ? nil : Self.writersPause, nextLook.map { _ in Self.pollInterval },
      isOutdated ? ContinuousClock.now.duration(to: rest) : nil,
    ]
    return waits.compactMap(\.self).min().map { max($0, .zero) }
  }

  /// Asks the system to tell of folders from now on.
  ///
  /// - Parameters:
  ///   - root: the path of the folder that holds all others.
  ///   - changes: tells of them; nil if the system watches no more folders.
  mutating func start(below root: [UInt8], by changes: FolderWatch?) {
    watch = changes
    isComplete = watch != nil
    // A reading that began before the folder went has nothing of it to watch.
    isGone = watch != nil && unwatched[0] == nil
    isOnNetwork = NetworkMounts.hold(root)
    defer { lookAgainIfNeeded() }
    for (number, folder) in unwatched.sorted(by: { $0.key < $1.key }) {
      watch(folder.path, as: number, readAt: folder.changedAt)
    }
    unwatched = [:]
    if isGone { (watch, isComplete) = (nil, false) }
  }

  /// Adds a folder to those that the system tells of, once it tells of any.
  ///
  /// - Parameter changedAt: when the folder had last changed before it was read; nil if that is not known.
  mutating func watch(_ path: [UInt8], as number: Int, readAt changedAt: Int?) {
    switch watch?.watch(path, as: number) {
    case .begun:
      // The system does not tell what came between the reading and this.
      if FileStatus(at: path.folderPath)?.changedAt != changedAt { isOutdated = true }
    case .refused: isComplete = false
    case .failed where number == 0: isGone = true
    case .known, .failed: break
    case nil: unwatched[number] = (path, changedAt)
    }
  }

  /// Adds files that came or went, as reading everything again has found.
  mutating func add(_ others: Set<FolderListing.File>) { found.formUnion(others) }

  /// Takes one of the files that something has happened to.
  ///
  /// - Returns: nil if there is none, or if it waits until its writer is done.
  mutating func takeFile(_ path: (FolderListing.File) -> [UInt8]) -> FolderListing.File? {
    if let file = files.popFirst() { return file }
    guard let file = found.popFirst(), unfinished[file] == nil else { return nil }
    guard let status = FileStatus(at: path(file)), !Self.isWhole(path(file)) else { return file }
    unfinished[file] = Look(status: status)
    return nil
  }

  /// Notes that something has happened to folders.
  mutating func noteChange() { isOutdated = true }

  /// Whether the folder that holds all others is gone; nil if that is as at the last call.
  mutating func takeWhetherGone() -> Bool? {
    if isGone == wasGone { return nil }
    wasGone = isGone
    return isGone
  }

  /// Notes that the folder that holds all others is gone.
  mutating func noteGone() { (watch, isComplete, isGone) = (nil, false, true) }

  /// Notes that everything is read again.
  mutating func beginReading() { isOutdated = false }

  /// Notes that everything was read again.
  ///
  /// It takes a fifth of the time at most where something happens to folders all the time.
  mutating func endReading(since start: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    rest = now + start.duration(to: now) * 4
    if nextLook != nil { nextLook = max(rest, now + Self.pollInterval) }
  }

  /// Takes the events that have come.
  ///
  /// - Parameters:
  ///   - isReading: whether everything is being read again.
  ///   - isRecursive: whether folders inside matter.
  ///   - path: the path of a file.
  /// - Returns: a line for the person, if there is something to say.
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

  /// Takes files that have not been written for a while: a link may have come without a writer.
  ///
  /// A server's clock may be ahead of ours. Where the system tells nothing, a file is whole that does not change.
  private mutating func takeQuietFiles(_ path: (FolderListing.File) -> [UInt8]) {
    let now = ContinuousClock.now
    for (file, look) in unfinished where look.time.duration(to: now) >= Self.writersPause {
      let status = FileStatus(at: path(file))
      let isOver = status == nil || status == look.status || Self.isWhole(path(file))
      unfinished[file] = isOver ? nil : Look(time: now, status: look.status == nil ? nil : status)
      if isOver { files.insert(file) }
    }
  }

  /// Whether a file that was made is whole: it is a link to one that is there, or its last write is a while ago.
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
