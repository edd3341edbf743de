import GalleryItems
import Glibc
import Prefetching

/// Reads a folder and then follows it, on the thread that calls it.
struct FolderFollower {
  /// How often a folder is looked at that the system tells nothing about.
  private static let pollInterval = Duration.seconds(5)
  /// The time after which the known part of a folder is shown.
  private static let patience = Duration.milliseconds(10)

  private let source: FolderSource
  private let root: [UInt8]
  private var listing: FolderListing
  private var reader: FolderReader
  private var news = FolderNews()
  private var dates: DateReading
  private var pace = NewsPace()
  /// A line for the person with the next snapshot.
  private var notice: String?
  private var isOver = false
  /// When a name last came into the folder or left it, before it was read.
  private let beginning: Int?

  /// - Throws: if the folder cannot be read.
  init(_ source: FolderSource) throws(SourceError) {
    self.source = source
    root = source.root
    beginning = FileStatus(at: root.folderPath)?.changedAt
    dates = DateReading(source.options.dates)
    listing = source.emptyListing
    _ = listing.takeChange()
    reader = try source.reader()
  }

  var isEmpty: Bool { listing.count == 0 }

  mutating func run(_ post: (SnapshotChange) -> Void) {
    pace.hold(for: Self.patience)
    while !isOver, readOn() {
      carryOutCommands()
      if pace.wait == .zero {
        tell(post, isComplete: false)
        startWatching()
      }
    }
    if isOver { return reader.close() }
    startWatching()
    readDates(post)
    if isOver { return }
    noteWhatIsLeftOut()
    let isOfNoUse = isEmpty && !listing.hasNews && !source.options.mayBeEmpty
    if isOfNoUse { source.fail(because: .empty(source.path)) }
    source.noteEnd()
    tell(post, isComplete: true)
    if !isOfNoUse || source.isBesideOthers { follow(post) }
  }

  /// Shows all that is known.
  private mutating func tell(_ post: (SnapshotChange) -> Void, isComplete: Bool) {
    let start = ContinuousClock.now
    let change = listing.takeChange()
    guard change != nil || isComplete else { return }
    // A person who waits for the first picture has not seen the end.
    let isComplete = isComplete && !(isEmpty && source.options.mayBeEmpty)
    post(
      SnapshotChange(
        to: change?.snapshot ?? listing.snapshot, by: change.map(\.changes) ?? ItemChanges(),
        keptSections: change?.keptSections ?? .max, reloaded: change?.reloaded ?? [],
        isComplete: isComplete, notice: notice))
    pace.toldNews(since: start)
    notice = nil
  }

  private mutating func carryOutCommands() {
    for command in source.takeCommands() {
      switch command {
      case .end: isOver = true
      case .sort(let sorting):
        listing.sort(by: sorting) { [listing] in
          FileStatus(at: listing.path(of: FolderListing.File($0)))
        }
        dates.startAnew()
        notice = "sorted \(sorting.words)"
      }
    }
  }
}

// MARK: - Reading

extension FolderFollower {
  /// Reads some more names; false at the end.
  private mutating func readOn() -> Bool {
    var news = news
    defer { self.news = news }
    return reader.readOn(into: &listing) { news.watch($0, as: $1) }
  }

  /// Shows all pictures, and places them by the dates in them as these are read.
  private mutating func readDates(_ post: (SnapshotChange) -> Void) {
    if listing.sorting.order == .taken { tell(post, isComplete: false) }
    while !isOver, dates.hasMore(in: listing) {
      dates.readOn(into: &listing)
      carryOutCommands()
      if pace.wait == .zero { tell(post, isComplete: false) }
    }
  }

  private mutating func noteWhatIsLeftOut() {
    var words: [String] = []
    if reader.leftOutFolders > 0 {
      let count = reader.leftOutFolders
      words.append(
        count == 1
          ? "1 folder inside is left out; -r shows it too"
          : "\(count) folders inside are left out; -r shows them too")
    }
    if reader.unreadableFolders > 0 {
      words.append("folders that cannot be read: \(reader.unreadableFolders)")
    }
    if source.options.isWatched, !news.isComplete {
      words.append("the system watches no more folders: new pictures show within seconds")
    }
    if !words.isEmpty { notice = words.joined(separator: "; ") }
  }
}

// MARK: - Following

extension FolderFollower {
  /// Asks the system to tell of changes, and looks again if there was one before.
  ///
  /// The system takes 0.1 µs for each file of the folder that it has in memory, so what is known is shown first.
  private mutating func startWatching() {
    guard source.options.isWatched, news.descriptor == nil else { return }
    news.start()
    for number in 0..<listing.folderCount {
      news.watch(listing.path(ofFolder: number), as: number)
    }
    news.isOutdated = FileStatus(at: root.folderPath)?.changedAt != beginning
  }

  private mutating func follow(_ post: (SnapshotChange) -> Void) {
    let isWatched = source.options.isWatched
    let isOnNetwork = isWatched && NetworkMounts.hold(root)
    var nextLook = ContinuousClock.now + Self.pollInterval
    while true {
      let isQuiet = isOnNetwork || (isWatched && !news.isComplete)
      let waits = [
        hasNews ? pace.wait : nil, news.wait, isQuiet ? Self.pollInterval : nil,
        dates.hasMore(in: listing) ? .zero : nil,
      ]
      source.wait(for: news.descriptor, atMost: waits.compactMap(\.self).min())
      carryOutCommands()
      if isOver { return }
      takeEvents()
      dates.readOn(into: &listing)
      if isQuiet, ContinuousClock.now >= nextLook {
        news.isOutdated = true
        nextLook = ContinuousClock.now + Self.pollInterval
      }
      guard hasNews, pace.wait == .zero else { continue }
      if news.isOutdated { readAnew() }
      applyNews()
      if listing.hasNews || notice != nil { tell(post, isComplete: true) }
    }
  }

  private mutating func takeEvents() {
    let told = news.takeEvents(
      isRecursive: source.options.isRecursive, path: listing.path(of:))
    notice = told ?? notice
  }

  private var hasNews: Bool { !news.isEmpty || listing.hasNews || notice != nil }

  /// Looks at the files that something has happened to; what it was does not matter.
  private mutating func applyNews() {
    for file in news.takeFiles() {
      if source.options.isRecursive, isFolder(file) { news.isOutdated = true }
      guard var status = FileStatus(at: listing.path(of: file)), status.bytes > 0, isPicture(file)
      else {
        listing.remove(file)
        continue
      }
      if listing.sorting.order == .taken {
        status.takenAt = dates.dateTaken(at: listing.path(of: file))
      }
      listing.put(file, status: status)
    }
  }

  /// Whether a name is or was that of a folder, such as a link to one.
  private func isFolder(_ file: FolderListing.File) -> Bool {
    let path = listing.path(of: file)
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return listing.hasFolder(file) }
    return status.st_mode & S_IFMT == S_IFDIR && !listing.hasFolder(file)
  }

  private func isPicture(_ file: FolderListing.File) -> Bool {
    let folder = listing.path(ofFolder: file.folder).folderPath.withPath {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return file.name.withUnsafeBytes {
      FolderReader.kind(of: $0, type: Int(DT_UNKNOWN), in: folder) == .picture
    }
  }

  /// Reads the names of all files again, and finds the difference.
  ///
  /// A file whose content has changed meanwhile keeps its old picture.
  private mutating func readAnew() {
    var news = news
    news.isOutdated = false
    var anew = listing.emptied
    // Of a folder that is gone, nothing is left.
    if var reader = try? source.reader() {
      while reader.readOn(into: &anew, willRead: { news.watch($0, as: $1) }) {}
    }
    _ = anew.takeChange()
    news.add(listing.differences(from: anew))
    self.news = news
  }
}
