import DiskCache
import FolderSources
import GalleryCore
import GalleryItems
import Glibc
import ImageDecoding
import ImageLoading
import ImageSources
import PlaceholderServer
import Prefetching
import Raster
import Recordings
import ServerSources
import SourceItems
import TerminalUI

/// The items of a session, and what the person sees first.
struct SessionItems {
  let source: AnyItemSnapshot
  /// The demo's server, if it is the demo.
  let server: PlaceholderServer?
  /// The item that is opened at the start, if any.
  private let openedItem: Int?
  /// The first message to the person, if any.
  let notice: String?
  /// The source that is read while its items are shown, if any.
  private let live: (any LiveSource)?
  /// Whether a single picture is opened, even if only its bytes or its server identify it as one.
  private let opensPicture: Bool

  /// Reads folders and lists, or makes the demo.
  ///
  /// The server is bound now to fix its address; it starts after the first frame.
  ///
  /// - Parameter pageCache: the cache for the pages of lists on servers; nil for none.
  /// - Throws: `SourceError` or `ServerError`.
  init(
    _ configuration: SessionConfiguration, _ recording: SessionRecording?, pageCache: DataCache?,
    clock: any ProgramClock
  ) throws {
    let items = configuration.items
    guard !items.sources.isEmpty else {
      if configuration.view.followsNewest { throw SourceError.noFolderToFollow }
      let isPersonal = configuration.input.isPersonal
      let isDistant = isPersonal && items.count == nil && !items.hasOwnLatency
      let server = try PlaceholderServer(
        shape: isDistant ? DemoLink.lengthening(items.server) : items.server)
      let count =
        items.count ?? recording?.itemCount
        ?? (isPersonal ? DemoItems.count : SourceArguments.defaultCount)
      self.init(
        AnyItemSnapshot(DemoItems(of: server, count: count, first: items.first ?? 0)),
        from: server, notice: isDistant ? DemoLink.hint : nil)
      return
    }
    var folders = items.folders
    folders.dates = PictureDates { CameraData.dateTaken(inFile: $0, field: $1) }
    let arguments = SourceArguments(
      sources: items.sources, count: items.count, first: items.first,
      total: recording?.itemCount, separator: items.separator, lists: items.lists,
      columns: items.columns, query: items.query, folders: folders,
      pages: PageFetcher(configuration.loading, cache: pageCache, clock: clock).fetch)
    let opensPicture = configuration.opensPicture && arguments.isOnePicture
    // A recording contains the number of items, and a skipped wait is not one for pages.
    let isWatched = configuration.input.isPersonal && configuration.outputs.record == nil
    let isPaged =
      configuration.input.isScript && configuration.outputs.record == nil
      && !configuration.skipsWaits
    let live = isWatched ? arguments.openLive() : isPaged ? arguments.openServer() : nil
    if configuration.view.followsNewest, !(live is FolderSource) {
      throw SourceError.noFolderToFollow
    }
    if let live {
      self.init(
        source: live.beginning, openedItem: opensPicture && !(live is ServerSource) ? 0 : nil,
        notice: (live as? JoinedSource)?.notice, live: live,
        opensPicture: configuration.opensPicture && items.sources.count == 1)
      return
    }
    // A recording with more than one item was made with the picture's folder around it.
    let showsFolder = recording.map { $0.itemCount > 1 } ?? opensPicture
    let folder = showsFolder ? arguments.resolveFolderOfPicture() : nil
    let resolved = try folder ?? arguments.resolve()
    self.init(
      source: resolved.items, openedItem: opensPicture ? resolved.openedItem : nil,
      notice: resolved.notice)
  }

  /// Uses the caller's items, which contain the server's address.
  init(_ source: AnyItemSnapshot, from server: PlaceholderServer, notice: String? = nil) {
    Loopback.exemptFromProxies()
    self.init(source: source, server: server, notice: notice)
  }

  private init(
    source: AnyItemSnapshot, server: PlaceholderServer? = nil, openedItem: Int? = nil,
    notice: String? = nil, live: (any LiveSource)? = nil, opensPicture: Bool = false
  ) {
    self.source = source
    self.server = server
    self.openedItem = openedItem
    self.notice = notice
    self.live = live
    self.opensPicture = opensPicture
  }

  /// Whether no more items come.
  var isComplete: Bool { live == nil }
  /// The error of a source without items.
  var failure: SourceError? { live?.failure }
  /// The paged source, if any.
  var pages: (any PagedSource)? { live as? any PagedSource }
  /// The source that can sort items by date taken, if any.
  var dates: (any DateSorting)? { live as? any DateSorting }
  /// The watched folders, if any, which can be sorted.
  var folder: (any FolderSorting)? {
    if let joined = live as? JoinedSource { return joined.canSort ? joined : nil }
    return live as? FolderSource
  }

  /// Reads the source on its own threads, unless it is already read.
  ///
  /// They have the run loop's priority, because both may take a lock of the source.
  func startReading(_ post: @escaping @Sendable (Event) -> Void) {
    guard let live else { return }
    let onThread: ThreadMaker = { name, niceness, body in
      if let thread = WorkerThread(name: name, niceness: niceness, body) {
        thread.detach()
      } else {
        body()
      }
    }
    live.start(onThread: onThread) { [opensPicture] in
      post(.sourceChanged($0))
      if opensPicture, live.isPicture { post(.key(.enter)) }
    }
  }

  /// Waits briefly for a folder, so that an error is shown before the terminal changes.
  ///
  /// - Throws: the reason why there is nothing to show, if known by then.
  func awaitBeginning(
    in mailbox: Mailbox, by clock: any ProgramClock, atMost patience: Duration = .milliseconds(3)
  ) throws {
    guard folder != nil else { return }
    var news = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
    clock.poll(&news, until: clock.now + patience)
    if let failure { throw failure }
  }

  /// The keys that open a single named picture: its number and Enter.
  var opening: [Event] {
    guard let openedItem else { return [] }
    let number = openedItem == 0 ? "" : ":\(openedItem + 1)\n"
    return (number + "\n").map { .key($0 == "\n" ? .enter : .character($0)) }
  }
}
