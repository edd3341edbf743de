import Glibc

/// What has happened to the files of folders, as far as the system tells.
struct FolderNews {
  /// The time without a write after which an open file counts as whole.
  private static let writersPause = Duration.seconds(1)

  private var watch: FolderWatch?
  /// Whether the system watches all folders that it was asked to.
  private(set) var isComplete = false
  /// The files that something has happened to.
  private var files: Set<FolderListing.File> = []
  /// The files that were made and whose writers have not closed them, and when that was last seen.
  private var made: [FolderListing.File: ContinuousClock.Instant] = [:]
  /// Whether something may have been missed, so that everything must be read again.
  var isOutdated = false

  /// Where events come; nil if none do.
  var descriptor: Int32? { watch?.descriptor }
  var isEmpty: Bool { files.isEmpty && !isOutdated }
  /// The time after which to look although no event has come; nil for never.
  var wait: Duration? { made.isEmpty ? nil : Self.writersPause }

  /// Asks the system to tell of folders from now on.
  mutating func start() {
    watch = FolderWatch()
    isComplete = watch != nil
  }

  /// Adds a folder to those that the system tells of.
  mutating func watch(_ path: [UInt8], as number: Int) {
    if watch?.watch(path, as: number) == false { isComplete = false }
  }

  /// Adds files that have changed by other accounts.
  mutating func add(_ others: Set<FolderListing.File>) { files.formUnion(others) }

  /// The files that something has happened to since the last time.
  mutating func takeFiles() -> Set<FolderListing.File> {
    defer { files = [] }
    return files
  }

  /// Takes the events that have come.
  ///
  /// - Parameters:
  ///   - isRecursive: whether folders inside matter.
  ///   - path: the path of a file.
  /// - Returns: a line for the person, if there is something to say.
  mutating func takeEvents(
    isRecursive: Bool, path: (FolderListing.File) -> [UInt8]
  ) -> String? {
    var notice: String?
    for event in watch?.takeEvents() ?? [] {
      switch event {
      case .came(let file, let isOnlyMade) where isOnlyMade && !Self.isWhole(path(file)):
        made[file] = ContinuousClock.now
      case .came(let file, _), .went(let file):
        files.insert(file)
        made[file] = nil
      case .foldersChanged: isOutdated = isOutdated || isRecursive
      case .lost:
        isOutdated = true
        notice = "some changes were missed: the folder is read again"
      case .ended:
        watch = nil
        isComplete = false
        isOutdated = true
        notice = "this folder is gone"
      }
    }
    takeQuietFiles(path)
    return notice
  }

  /// Takes files that were made and have not been written for a while: a link may have come without a writer.
  private mutating func takeQuietFiles(_ path: (FolderListing.File) -> [UInt8]) {
    let now = ContinuousClock.now
    for (file, since) in made where since.duration(to: now) >= Self.writersPause {
      let isOver = Self.isWhole(path(file)) || FileStatus(at: path(file)) == nil
      made[file] = isOver ? nil : now
      if isOver { files.insert(file) }
    }
  }

  /// Whether a file that was made is whole: it is a link to one that is there, or its last write is a while ago.
  private static func isWhole(_ path: [UInt8]) -> Bool {
    var status = stat()
    guard path.withPath({ lstat($0, &status) }) == 0 else { return false }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
      || (status.st_size > 0 && now.tv_sec - status.st_mtim.tv_sec > 1)
  }
}
