import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching

/// Reads a folder and then follows it, on the thread that calls it.
struct FolderFollower: ~Copyable {
  /// How often a folder is looked at that the system tells nothing about.
  private static let pollInterval = Duration.seconds(5)
  /// The time that a folder has to be read before the part that is known is shown.
  private static let patience = Duration.milliseconds(10)

  private let source: FolderSource
  private let root: [UInt8]
  private var listing: FolderListing
  private var watch: FolderWatch?
  private var reader: FolderReader
  private var pace = NewsPace()
  /// What has happened to files since the latest snapshot: whether each is there.
  private var pending: [FolderListing.File: Bool] = [:]
  /// A line for the person with the next snapshot.
  private var notice: String?
  private var isOver = false

  /// - Throws: if the folder cannot be read.
  init(_ source: FolderSource) throws(SourceError) {
    self.source = source
    root = source.root
    listing = source.emptyListing
    _ = listing.takeChange()
    if source.options.isWatched {
      // Before the folder is read, so that nothing is missed.
      watch = FolderWatch()
      if watch?.watch(root, as: 0) != true { watch = nil }
    }
    reader = try source.reader()
  }

  var isEmpty: Bool { listing.count == 0 }

  mutating func run(_ post: (SnapshotChange) -> Void) {
    pace.hold(for: Self.patience)
    while !isOver, readOn() {
      carryOutCommands()
      if pace.wait == .zero { tell(post, isComplete: false) }
    }
    if isOver { return reader.close() }
    noteWhatIsLeftOut()
    tell(post, isComplete: true)
    if !isEmpty || source.options.mayBeEmpty, source.options.isWatched { follow(post) }
  }

  /// Shows all that is known.
  private mutating func tell(_ post: (SnapshotChange) -> Void, isComplete: Bool) {
    let change = listing.takeChange()
    guard change != nil || isComplete else { return }
    // Whoever waits for the first picture has not seen the end.
    let isComplete = isComplete && !(isEmpty && source.options.mayBeEmpty)
    pace.tell {
      post(
        SnapshotChange(
          to: change?.snapshot ?? listing.snapshot,
          by: change.map(\.changes) ?? ItemChanges(), reloaded: change?.reloaded ?? [],
          isComplete: isComplete, notice: notice))
    }
    notice = nil
  }

  private mutating func carryOutCommands() {
    for command in source.takeCommands() {
      switch command {
      case .end: isOver = true
      case .sort(let sorting):
        listing.sort(by: sorting) { [root, listing] name in
          FileStatus(at: root + listing.path(ofFolder: name.folder) + name.bytes)
        }
        notice = "sorted \(sorting.words)"
      }
    }
  }
}

// MARK: - Reading

extension FolderFollower {
  /// Reads some more names; false at the end.
  private mutating func readOn() -> Bool {
    var watch = watch.take()
    var isWatched = true
    defer { self.watch = isWatched ? watch.take() : nil }
    return reader.readOn(into: &listing) { path, number in
      if watch != nil, watch?.watch(path, as: number) != true { isWatched = false }
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
    if source.options.isWatched, watch == nil {
      words.append("the system watches no more folders: new pictures show within seconds")
    }
    if !words.isEmpty { notice = words.joined(separator: "; ") }
  }
}

// MARK: - Following

extension FolderFollower {
  private mutating func follow(_ post: (SnapshotChange) -> Void) {
    let isQuiet = watch == nil || NetworkMounts.hold(root)
    var nextLook = ContinuousClock.now + Self.pollInterval
    while true {
      var rest = pending.isEmpty && !listing.hasNews ? nil : pace.wait
      if isQuiet {
        rest = min(rest ?? .seconds(60), max(.zero, ContinuousClock.now.duration(to: nextLook)))
      }
      source.wait(for: watch?.descriptor, atMost: rest)
      carryOutCommands()
      if isOver { return }
      takeEvents()
      if isQuiet, ContinuousClock.now >= nextLook {
        readAnew()
        nextLook = ContinuousClock.now + Self.pollInterval
      }
      if pace.wait == .zero {
        applyPending()
        tell(post, isComplete: true)
      }
    }
  }

  private mutating func takeEvents() {
    for event in watch?.takeEvents() ?? [] {
      switch event {
      case .came(let file, let isOnlyMade):
        if !isOnlyMade || isWholeAtOnce(file) { pending[file] = true }
      case .went(let file): pending[file] = false
      case .unclear: readAnew()
      case .ended:
        watch = nil
        notice = "this folder is gone"
      }
    }
  }

  /// Whether a file that was just made is a link to one that is there: nobody is writing it.
  private func isWholeAtOnce(_ file: FolderListing.File) -> Bool {
    var status = stat()
    guard path(of: file).withPath({ lstat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
  }

  private mutating func applyPending() {
    for (file, isThere) in pending {
      guard isThere, let status = FileStatus(at: path(of: file)), status.bytes > 0, isPicture(file)
      else {
        listing.remove(file)
        continue
      }
      listing.put(file, status: status)
    }
    pending = [:]
  }

  private func isPicture(_ file: FolderListing.File) -> Bool {
    let folder = (root + listing.path(ofFolder: file.folder)).folderPath.withPath {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return file.name.withUnsafeBytes {
      FolderReader.kind(of: $0, type: Int(DT_UNKNOWN), in: folder) == .picture
    }
  }

  private func path(of file: FolderListing.File) -> [UInt8] {
    root + listing.path(ofFolder: file.folder) + file.name
  }

  /// Reads the names of all files again, and finds the difference.
  ///
  /// A file whose content has changed meanwhile keeps its old picture.
  private mutating func readAnew() {
    pending = [:]
    var anew = listing.emptied
    guard var reader = try? source.reader(isAnew: true) else {
      notice = "this folder cannot be read any more"
      return
    }
    var watch = watch.take()
    while reader.readOn(into: &anew, willRead: { _ = watch?.watch($0, as: $1) }) {}
    self.watch = watch.take()
    _ = anew.takeChange()
    pending = listing.differences(from: anew)
  }
}

/// Which file systems are on other machines, whose changes this machine's kernel does not tell.
enum NetworkMounts {
  private static let types: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "9p", "afs", "ceph", "fuse.sshfs", "fuse.rclone", "fuse.s3fs",
    "fuse.gcsfuse", "virtiofs",
  ]

  /// Whether a folder is on such a file system, by `/proc/self/mountinfo`.
  static func hold(_ folder: [UInt8]) -> Bool {
    var status = stat()
    guard folder.folderPath.withPath({ stat($0, &status) }) == 0,
      let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    else { return false }
    // The layout of glibc's makedev.
    let device = status.st_dev
    let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
    let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
    let name = "\(major):\(minor)"
    return table.split(separator: "\n").contains { line in
      let parts = line.split(separator: " ")
      guard parts.count > 2, parts[2] == name, let mark = parts.firstIndex(of: "-"),
        mark + 1 < parts.count
      else { return false }
      return types.contains(parts[mark + 1])
    }
  }
}

extension [UInt8] {
  /// The path of a folder: an empty one is the current folder's.
  var folderPath: [UInt8] { isEmpty ? [UInt8(ascii: ".")] : self }
}

extension FileStatus {
  /// What the system says of a file; nil if it is not there.
  init?(at path: [UInt8]) {
    guard let status = path.withUnsafeBytes({ FileStatus(of: $0, in: AT_FDCWD) }) else {
      return nil
    }
    self = status
  }
}
