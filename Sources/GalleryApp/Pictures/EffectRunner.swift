import FramePacing
import GalleryCore
import GalleryItems
import ImageLoading
import Raster
import Synchronization

/// Carries out the gallery's effects on pictures and captions, and posts the results to the mailbox.
final class EffectRunner {
  private struct Load {
    let task: ImageTask
    let since: Duration
    let purpose: TileRequest.Purpose
  }

  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private let headers: OriginHeaders
  private let clock: any ProgramClock
  private let detail: DetailRunner
  private let searcher: ItemSearcher
  /// Carries out what outlives the session.
  let lasting: LastingEffects
  private let unseen: UnseenPictures
  private var tasks: [TileKey: Load] = [:]
  /// The times from the request of pictures to their arrival.
  private(set) var readyTimes = DurationHistogram()
  /// The time of the first request of a picture.
  private(set) var firstLoadAt: Duration?
  /// The time to check the disk cache for a problem; nil once one was reported.
  private var nextLook: Duration? = .zero

  /// - Parameter headers: the header fields of requests to servers; none by default.
  init(
    pipeline: ImagePipeline, mailbox: Mailbox, headers: OriginHeaders = OriginHeaders(),
    clock: any ProgramClock, lasting: LastingEffects = LastingEffects()
  ) {
    self.pipeline = pipeline
    self.mailbox = mailbox
    self.headers = headers
    self.clock = clock
    self.lasting = lasting
    detail = DetailRunner(pipeline: pipeline, mailbox: mailbox, headers: headers)
    searcher = ItemSearcher(
      mailbox: mailbox, clock: clock, maxFileBytes: pipeline.configuration.limits.maxBytes)
    unseen = UnseenPictures(cache: pipeline.configuration.imageCache, mailbox: mailbox)
  }

  /// The number of pictures that are being loaded.
  var loadsInFlight: Int { tasks.count }

  /// Whether no request is pending; an animation may play forever.
  var isIdle: Bool { tasks.isEmpty && detail.isIdle && searcher.isIdle && lasting.isIdle }

  /// Starts, raises or cancels loads without blocking.
  func perform(_ effect: PipelineEffect, at now: Duration) {
    switch effect {
    case .load(let request): load(request, priority: .high, at: now)
    case .prefetch(let request, let timeToVisible):
      load(request, priority: .low, timeToVisible: timeToVisible, at: now)
    case .used(let request): recordUse(of: ImageRequest(request, headers))
    case .cancel(let key):
      tasks.removeValue(forKey: key)?.task.cancel()
    case .retryNow: pipeline.retryNow()
    }
  }

  /// Starts or stops work for the detail view without blocking.
  func perform(_ effect: DetailEffect) { detail.perform(effect) }

  /// Starts or stops a search through the shown items, or a filter of a source's items.
  func perform(_ effect: SearchEffect, in items: AnyItemSnapshot, of source: AnyItemSnapshot) {
    switch effect {
    case .start(let order): searcher.search(order, in: items)
    case .stop: searcher.stop()
    case .filter(let order): searcher.filter(order, in: source)
    case .stopFilter: searcher.stopFilter()
    }
  }

  /// Notes that a result of this key was taken out of the mailbox.
  func finished(_ event: Event, at now: Duration) {
    switch event {
    case .pictureReady(let key, _, _):
      guard let load = tasks.removeValue(forKey: key) else { return }
      readyTimes.record(now - load.since)
      if load.purpose == .detail, let trace = load.task.trace {
        mailbox.post(.timed(key, LoadTimings(trace)))
      }
    case .pictureFailed(let key, _, _): tasks[key] = nil
    case .described(let key, let info): detail.finished(key, info)
    case .rendered(let key, _): detail.finished(key)
    case .searched(let news): searcher.finished(news)
    case .filtered(let news): searcher.finished(news)
    case .sourceChanged(let change):
      restoreMarks(in: change.snapshot, isLast: change.isComplete)
    case .pictureProgress, .picturePreview, .loadStopped, .pictureDropped, .timed,
      .animationFrame,
      .key, .resized, .renditionChanged, .ownColorsChanged, .graphicsChanged, .scrolled,
      .marksRestored, .lastItemFound, .files, .programEnded, .woke, .tick:
      break
    }
  }

  /// Looks for the marks of an earlier session among items that have come.
  ///
  /// - Parameter isLast: whether the source is read to its end.
  func restoreMarks(in items: AnyItemSnapshot, isLast: Bool) {
    lasting.marks?.findFormerMarks(in: items, isLast: isLast)
  }

  /// A problem of the files of marks or of the disk cache, for the person; reported only once.
  func takeProblem(at now: Duration) -> String? {
    lasting.marks?.takeProblem() ?? takeCacheProblem(at: now)
  }

  /// The problem of the disk cache.
  ///
  /// It is checked when nothing is pending, so that no key immediately clears the notice. Because
  /// statistics are not free, it is checked at most once per second.
  private func takeCacheProblem(at now: Duration) -> String? {
    guard isIdle, let nextLook, now >= nextLook else { return nil }
    self.nextLook = now + .seconds(1)
    guard let problem = pipeline.statistics.cacheProblem else { return nil }
    self.nextLook = nil
    return problem
  }

  private func recordUse(of request: ImageRequest) {
    pipeline.recordUse(of: request)
    unseen.remove(request)
  }

  private func load(
    _ request: TileRequest, priority: ImagePriority, timeToVisible: Duration = .zero,
    at now: Duration
  ) {
    if firstLoadAt == nil { firstLoadAt = now }
    let key = request.key
    if let entry = tasks[key] {
      entry.task.setUrgency(priority, timeToVisible: timeToVisible)
      showOtherSize(request, priority)
      return
    }
    var imageRequest = ImageRequest(request, headers)
    imageRequest.priority = priority
    imageRequest.timeToVisible = timeToVisible
    if !request.bypassesCaches, let image = pipeline.cachedImage(for: imageRequest) {
      // The event is posted immediately, so that a picture in memory appears in the very next frame.
      mailbox.post(.pictureReady(key, image))
      if request.purpose == .detail {
        mailbox.post(.timed(key, LoadTimings(source: "memory", total: .zero)))
      }
      return
    }
    showOtherSize(request, priority)
    let reporter = LoadReporter(key: key, startedAt: now, mailbox: mailbox, clock: clock)
    let isAhead = priority < .normal && request.purpose == .tile
    let task = pipeline.loadImage(
      with: imageRequest, update: { reporter.report($0) },
      tracedCompletion: { [unseen, imageRequest] result, trace in
        reporter.report(result, trace)
        if isAhead, case .success = result { unseen.add(imageRequest, for: key) }
      })
    tasks[key] = Load(task: task, since: now, purpose: request.purpose)
  }

  /// Shows a picture from memory in another size in the very next frame, if there is one.
  private func showOtherSize(_ request: TileRequest, _ priority: ImagePriority) {
    guard priority >= .normal, request.purpose != .magnified,
      let preview = pipeline.cachedPreview(for: ImageRequest(request, headers))
    else { return }
    mailbox.post(.picturePreview(request.key, preview))
  }
}

extension LoadTimings {
  /// Creates the timings of a load that succeeded.
  fileprivate init(_ trace: LoadTrace) {
    self.init(source: trace.source?.rawValue ?? "elsewhere", total: trace.total)
    queueWait = trace.queueWait
    firstByte = trace.firstByte
    transfer = trace.transfer
    decode = trace.decode
    process = trace.process
  }
}

/// Tells the gallery when the memory cache drops a prefetched picture that was never shown.
///
/// Any thread may use it.
private final class UnseenPictures: Sendable {
  private let cache: ImageCache
  private let mailbox: Mailbox
  private let pictures = Mutex(PicturesAhead<ImageKey>())

  init(cache: ImageCache, mailbox: Mailbox) {
    self.cache = cache
    self.mailbox = mailbox
    cache.didDropUnseen = { [weak self] in self?.dropped($0) }
  }

  /// Adds a prefetched picture that the gallery already knows.
  ///
  /// The cache may already have refused or dropped it.
  func add(_ request: ImageRequest, for key: TileKey) {
    pictures.withLock { $0.insert(key, as: request.key) }
    if !cache.contains(request) { dropped([request.key]) }
  }

  /// Removes a picture that is shown.
  func remove(_ request: ImageRequest) {
    _ = pictures.withLock { $0.removeKey(of: request.key) }
  }

  private func dropped(_ names: [ImageKey]) {
    let keys = pictures.withLock { pictures in names.compactMap { pictures.removeKey(of: $0) } }
    for key in keys { mailbox.post(.pictureDropped(key)) }
  }
}
