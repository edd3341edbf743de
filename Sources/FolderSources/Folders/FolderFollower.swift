import GalleryItems
import Glibc
import Prefetching
import SourceItems

/// Reads a folder and then watches it, on the calling thread; another thread reads names.
struct FolderFollower {
  /// The time after which the known part of a folder is shown.
  private static let patience = Duration.milliseconds(10)

  /// The time after which examining changed files pauses for a snapshot and for commands.
  private static let lookingPatience = Duration.milliseconds(100)

  private enum Phase {
    case reading, following, over
  }

  /// A reading in progress.
  private struct Reading {
    let names: FolderReading
    let start = ContinuousClock.now
    /// Whether the next name wakes this thread.
    var isAwaited = false
    /// The listing of another reading, which is compared at its end; nil for the first reading.
    var anew: FolderListing?
  }

  private let source: FolderSource
  private let onThread: ThreadMaker
  private var phase = Phase.reading
  private var listing: FolderListing
  private var reading: Reading?
  private var news = FolderNews()
  private var facts: FactReading
  private var pace = NewsPace()
  /// The entries that the first reading has left out.
  private var leftOut = LeftOutEntries()
  /// A line for the person, posted with the next snapshot.
  private var notice: String?
  /// An earlier line that the next snapshot withdraws.
  private var withdrawnNotice: String?

  init(_ source: FolderSource, _ onThread: @escaping ThreadMaker) {
    self.source = source
    self.onThread = onThread
    facts = FactReading(source.options.dates)
    listing = source.emptyListing
    _ = listing.takeChange()
  }

  private var isEmpty: Bool { listing.count == 0 }
  private var isOver: Bool { phase == .over }
  private var isFollowing: Bool { phase == .following }

  mutating func run(_ post: (SnapshotChange) -> Void) {
    pace.hold(for: Self.patience)
    startReading()
    while !isOver {
      // Commands first: they drain the wake-up pipe, and later findings must wake again.
      carryOutCommands()
      takeNames(post)
      if isFollowing, source.options.isWatched {
        takeEvents()
        noteWhetherGone()
      }
      readFacts()
      if hasNews, pace.wait == .zero { tellNews(post) }
      endFirstReading(post)
      if !isOver { wait() }
    }
    reading?.names.cancel()
  }

  private mutating func carryOutCommands() {
    for command in source.takeCommands() {
      switch command {
      case .end: phase = .over
      case .place(let item, let time): facts.add(time, of: item)
      case .sort(let sorting):
        listing.sort(by: sorting) { _ in nil }
        facts.startAnew(in: listing)
        reading?.names.setNeedsStatus(sorting.needsStatus)
        if !facts.hasStatuses { pace.hold(for: FactReading.patience) }
        notice = "sorted \(sorting.words)"
      }
    }
  }

  private var hasNews: Bool {
    hasSnapshotToPost || isFollowing && (news.hasFiles || mustReadAnew)
  }

  /// Whether the next snapshot has changes or a line.
  private var hasSnapshotToPost: Bool { listing.hasNews || notice != nil || withdrawnNotice != nil }

  private var mustReadAnew: Bool { reading == nil && news.mustBeRead }

  private mutating func tellNews(_ post: (SnapshotChange) -> Void) {
    if isFollowing {
      if mustReadAnew { startReading() }
      lookAtFiles()
    }
    guard hasSnapshotToPost else { return }
    tell(post, isComplete: isFollowing)
  }

  /// Posts a snapshot of everything known.
  private mutating func tell(_ post: (SnapshotChange) -> Void, isComplete: Bool) {
    let start = ContinuousClock.now
    let change = listing.takeChange()
    // With `--follow`, an empty folder is not complete.
    let isComplete = isComplete && !(isEmpty && source.options.mayBeEmpty)
    post(
      SnapshotChange(
        to: change?.snapshot ?? listing.snapshot, by: change.map(\.changes) ?? ItemChanges(),
        keptSections: change?.sections.kept ?? .max, movedSections: change?.sections.moved ?? 0,
        reloaded: change?.reloaded ?? [], isComplete: isComplete, notice: notice,
        withdrawnNotice: withdrawnNotice))
    pace.toldNews(since: start)
    (notice, withdrawnNotice) = (nil, nil)
  }

  /// Waits until there is work.
  private func wait() {
    // Names that don't wake this thread are taken with the next snapshot; another reading only wakes it at its end.
    let isHeld = reading.map { $0.anew == nil && !$0.isAwaited } ?? false
    let waits = [
      hasNews || isHeld ? pace.wait : nil, isFollowing ? news.wait : nil,
      facts.isOver(in: listing) ? nil : .zero,
    ]
    source.wait(for: isFollowing ? news.descriptor : nil, atMost: waits.compactMap(\.self).min())
  }
}

// MARK: - Reading

extension FolderFollower {
  /// Starts to read the names of all files, for the first time or again.
  ///
  /// A file whose content changes just before a folder is read again keeps its old picture.
  private mutating func startReading() {
    news.beginReading()
    let needsStatus = !isFollowing && listing.sorting.needsStatus
    reading = Reading(
      names: source.startReading(onThread, needsStatus: needsStatus),
      anew: isFollowing ? listing.emptied : nil)
  }

  /// Takes the names found so far.
  private mutating func takeNames(_ post: (SnapshotChange) -> Void) {
    guard var reading else { return }
    self.reading = nil
    // The names of another reading are only used at its end.
    reading.isAwaited = reading.anew == nil && pace.wait == .zero
    let findings = reading.names.takeFindings(isAwaited: reading.isAwaited)
    for batch in findings.batches { add(batch, to: &reading.anew) }
    guard let end = findings.end else { return self.reading = reading }
    if let anew = reading.anew {
      findDifferences(from: anew, after: end)
      news.endReading(since: reading.start)
    } else {
      noteEnd(end, post)
    }
  }

  private mutating func add(_ batch: FolderBatch, to anew: inout FolderListing?) {
    let first = listing.nameCount
    let number = listing.add(batch, anew: &anew)
    if !batch.hasStatus { facts.add(first..<listing.nameCount, of: listing) }
    let folder = batch.folder
    news.watch(source.root + folder.path, as: number, readAt: folder.changedAt)
  }

  private mutating func findDifferences(
    from anew: FolderListing, after end: FolderReading.End
  ) {
    var anew = anew
    switch end {
    case .read(_, _, isWhole: true) where news.isGone:
      startWatching()
    case .read(_, _, isWhole: true): break
    // The listing was incomplete: a missing name may still exist.
    case .read(_, _, isWhole: false): return
    // A missing folder has no files.
    case .failed:
      anew = listing.emptied
      news.noteGone()
    }
    _ = anew.takeChange()
    news.add(listing.differences(from: anew))
  }

  private mutating func noteEnd(_ end: FolderReading.End, _ post: (SnapshotChange) -> Void) {
    switch end {
    case .read(let leftOut, let unreadable, _):
      self.leftOut = leftOut
      let problem = unreadable > 0 ? "folders that cannot be read: \(unreadable)" : nil
      // A person who opens a single picture doesn't ask about the rest of its folder.
      let absent = source.namedPicture == nil ? leftOut.notice : nil
      let words = [notice, absent, problem].compactMap(\.self)
      if !words.isEmpty { notice = words.joined(separator: "; ") }
    case .failed(let error):
      source.fail(because: error)
      source.noteEnd()
      post(SnapshotChange(to: source.beginning, by: ItemChanges()))
      phase = .over
    }
  }

  /// Reads some more sort keys of pictures.
  private mutating func readFacts() {
    let hadStatuses = facts.hasStatuses
    facts.readOn(into: &listing)
    if facts.hasStatuses, !hadStatuses { pace.release() }
  }

  /// Starts to watch the folder once all names and sort keys are read.
  private mutating func endFirstReading(_ post: (SnapshotChange) -> Void) {
    guard phase == .reading, reading == nil, facts.hasStatuses else { return }
    // Dates are only read for pictures that are already in the order.
    if listing.sorting.order == .taken, listing.hasUnplacedNames { tell(post, isComplete: false) }
    guard facts.isOver(in: listing) else { return }
    if source.options.isWatched { startWatching() }
    let isOfNoUse = isEmpty && !listing.hasNews && !source.options.mayBeEmpty
    if isOfNoUse { source.fail(because: .empty(source.path, leftOut: leftOut)) }
    source.noteEnd()
    tell(post, isComplete: true)
    phase = isOfNoUse && !source.isBesideOthers ? .over : .following
  }
}

// MARK: - Following

extension FolderFollower {
  /// Starts to watch the folder.
  ///
  /// The system takes 0.1 µs for each cached file of a folder, without interruption. With a million
  /// files, this would delay the first pictures if it were done earlier.
  private mutating func startWatching() {
    news.startWatching(below: source.root, by: source.options.makeWatch())
    if news.isComplete || news.isGone { return }
    notice = [notice, "the system cannot watch more folders: new pictures appear within seconds"]
      .compactMap(\.self).joined(separator: "; ")
  }

  private mutating func takeEvents() {
    let told = news.takeEvents(
      isReading: reading != nil, isRecursive: source.options.isRecursive,
      path: listing.path(of:))
    notice = told ?? notice
  }

  /// Reports that the folder is gone, or withdraws that.
  private mutating func noteWhetherGone() {
    guard let isGone = news.takeWhetherGone() else { return }
    if isGone { notice = source.goneNotice } else { withdrawnNotice = source.goneNotice }
  }

  /// Examines files with events; the kind of event doesn't matter.
  private mutating func lookAtFiles() {
    let end = ContinuousClock.now + Self.lookingPatience
    while ContinuousClock.now < end, news.hasFiles {
      guard let file = news.takeFile(listing.path(of:)) else { continue }
      if source.options.isRecursive, isFolder(file) { news.noteChange() }
      guard var status = FileStatus(at: listing.path(of: file)), status.bytes > 0, isPicture(file)
      else {
        listing.remove(file)
        continue
      }
      if listing.sorting.order == .taken {
        status.takenAt = facts.dateTaken(at: listing.path(of: file))
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
    if file.folder == 0, file.name == source.namedPicture { return true }
    let folder = listing.path(ofFolder: file.folder).folderPath.withPath {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return file.name.withUnsafeBytes {
      FolderReader.kind(
        of: $0, type: Int(DT_UNKNOWN), in: folder, source.choice) == .picture
    }
  }
}
