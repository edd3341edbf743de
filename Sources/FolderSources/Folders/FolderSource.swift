import GalleryItems
import Glibc
import Prefetching
import SourceItems
import Synchronization

/// The pictures of a folder, which is read while they are shown, and then watched for changes.
///
/// One thread reads and watches; any thread may request another order, or the end.
package final class FolderSource: LiveSource {
  /// The options for reading a folder.
  package struct Options: Sendable {
    package var sorting = PictureSorting()
    /// Whether to include subfolders.
    package var isRecursive = false
    /// Whether to watch the folder after reading.
    package var isWatched = true
    /// Creates the watch for changes; if nil, the folder is read again every few seconds.
    var makeWatch: @Sendable () -> FolderWatch? = { FolderWatch() }
    /// The reader of the dates in pictures.
    package var dates = PictureDates.none
    package var videos = VideoChoice.leftOut
    /// Whether the folder may have no pictures yet.
    package var mayBeEmpty = false

    package init(videos: VideoChoice = .leftOut) { self.videos = videos }
  }

  enum Command {
    case sort(PictureSorting)
    case place(ItemID, takenAt: Int)
    case end
  }

  private struct State {
    var commands: [Command] = []
    var sorting: PictureSorting
    var failure: SourceError?
    var isRead = false
  }

  let path: String
  let options: Options
  /// The picture named on the command line, which is shown before the folder is read.
  let namedPicture: [UInt8]?
  private let state: Mutex<State>
  /// The pipe that wakes the thread.
  private let wakes: (read: Int32, write: Int32)

  /// Whether there are other sources, so that it is watched even without pictures.
  let isBesideOthers: Bool

  package init(
    _ path: String, options: Options, namedPicture: [UInt8]? = nil, isBesideOthers: Bool = false
  ) {
    self.isBesideOthers = isBesideOthers
    self.path = path
    self.options = options
    self.namedPicture = namedPicture
    state = Mutex(State(sorting: options.sorting))
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    wakes = (ends[0], ends[1])
  }

  deinit {
    close(wakes.read)
    close(wakes.write)
  }

  /// The line for the person when the folder is gone; with several sources, it contains the path.
  var goneNotice: String { (isBesideOthers ? "\(path): " : "") + "this folder is gone" }

  /// The path of the folder, with a trailing slash.
  var root: [UInt8] { FileLocation.join(Array(path.utf8), []) }

  /// A listing with only the picture named on the command line, if there is one.
  var emptyListing: FolderListing {
    var listing = FolderListing(
      root: root, sorting: options.sorting, hasSections: options.isRecursive)
    listing.names.pairs.named = namedPicture
    namedPicture?.withUnsafeBytes {
      listing.add($0, inFolder: 0, status: FileStatus(at: root + Array($0)))
    }
    return listing
  }

  /// A reader at the beginning of the folder.
  var reader: FolderReader {
    FolderReader(root: root, isRecursive: options.isRecursive, choice: choice)
  }

  /// The names that count as pictures.
  var choice: FolderReader.Choice {
    FolderReader.Choice(named: namedPicture, videos: options.videos)
  }

  package var beginning: AnyItemSnapshot {
    var listing = emptyListing
    return AnyItemSnapshot(listing.takeChange()?.snapshot ?? listing.snapshot)
  }

  package var failure: SourceError? { state.withLock { $0.failure } }

  /// Reads the folder to its end, without watching it.
  ///
  /// - Throws: an error if it can't be read or has no pictures.
  package func read() throws(SourceError) -> AnyItemSnapshot {
    var listing = emptyListing
    var reader = reader
    reader.needsStatus = options.sorting.needsStatus
    var folder = 0
    while try reader.readOn({ finding in
      switch finding {
      case .folder(let next): folder = listing.number(ofFolder: next.path)
      case .picture(let name, let status): listing.add(name, inFolder: folder, status: status)
      }
    }) {}
    guard let change = listing.takeChange() else { throw .empty(path, leftOut: reader.leftOut) }
    var dates = DateReading(options.dates)
    while dates.hasMore(in: listing) { dates.readOn(into: &listing) }
    return AnyItemSnapshot(listing.takeChange()?.snapshot ?? change.snapshot)
  }

  package func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {
    onThread("source", 0) { [self] in run(onThread, post) }
  }

  /// Reads and watches the folder, on the calling thread and on another that reads names.
  package func run(_ onThread: @escaping ThreadMaker, _ post: (SnapshotChange) -> Void) {
    var follower = FolderFollower(self, onThread)
    follower.run(post)
  }

  /// The niceness of the thread that reads names, so that a million of them don't delay the first pictures.
  private static let namesNiceness: Int32 = 5

  /// Starts to read the names on a thread of their own.
  func startReading(
    _ onThread: ThreadMaker, needsStatus: Bool
  ) -> FolderReading {
    let reading = FolderReading(needsStatus: needsStatus)
    onThread("names", Self.namesNiceness) { [self] in reading.read(with: reader, wake: wake) }
    return reading
  }

  /// Whether the folder was read to its end, or can't be read; pictures may still be added.
  package var isRead: Bool { state.withLock { $0.isRead } }

  func noteEnd() { state.withLock { $0.isRead = true } }

  func fail(because error: SourceError) { state.withLock { $0.failure = error } }
}

extension FolderSource: DateSorting {
  package func place(_ item: ItemID, takenAt date: String) {
    guard state.withLock({ $0.sorting.order == .taken }),
      let time = CameraDate.nanoseconds(of: date)
    else { return }
    state.withLock { $0.commands.append(.place(item, takenAt: time)) }
    wake()
  }
}

// MARK: - Commands

extension FolderSource: FolderSorting {
  package func takeNextOrder() {
    sort { $0.order = $0.order.next }
  }

  package func reverseOrder() {
    sort { $0.isReversed.toggle() }
  }

  package func putNewestFirst() {
    sort { $0 = PictureSorting(order: .date, isReversed: true, seed: $0.seed) }
  }

  private func sort(by change: (inout PictureSorting) -> Void) {
    state.withLock { state in
      change(&state.sorting)
      state.commands.append(.sort(state.sorting))
    }
    wake()
  }

  /// Ends ``run(_:_:)``.
  package func end() {
    state.withLock { $0.commands.append(.end) }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(wakes.write, &byte, 1)
  }

  /// Returns the commands since the last call.
  func takeCommands() -> [Command] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while Glibc.read(wakes.read, &bytes, bytes.count) > 0 {}
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Waits for a command or for an event on a descriptor.
  ///
  /// - Parameter time: the longest time to wait; nil for no limit.
  func wait(for descriptor: Int32?, atMost time: Duration?) {
    var sources = [wakes.read, descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&sources, 2, time.map { Int32(clamping: Int($0 / .milliseconds(1)) + 1) } ?? -1)
  }
}
