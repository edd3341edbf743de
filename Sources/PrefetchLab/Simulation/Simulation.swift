import FoundationEssentials
import GalleryCore
import GalleryItems
import ImageLoading
import Prefetching
import Recordings

/// Plays a trace in virtual time: the real gallery with its tracker, policy, schedule and ledger, the real load queue
/// and the real cache, over a simulated link.
///
/// It is the run loop of the laboratory; a ``SimulatedPipeline`` loads the pictures. Equal seeds give exactly the same
/// outcome.
package struct Simulation {
  /// The time from a picture's last byte to the gallery, for decoding and scaling.
  package static let decodeTime = Duration.milliseconds(2)
  static let framePeriod = Duration.nanoseconds(16_666_667)

  /// Called with each event as it happens.
  package var observe: ((Observation) -> Void)?

  private let recording: SessionRecording
  private var gallery: Gallery
  private var pipeline: SimulatedPipeline
  private var watch = ScreenWatch()
  private var outcome = Outcome()
  private var now = Duration.zero
  private var nextMoment = 0
  /// The instants of the latest frame and of the next; nil if nothing has changed.
  private var lastFrame: Duration?
  private var nextFrame: Duration?

  /// - Parameters:
  ///   - isScheduled: whether pictures are requested only when necessary; otherwise everything that the policy wants is
  ///     requested immediately.
  ///   - cacheBytes: the limit of the memory cache.
  ///   - budgetBytes: the bytes in memory for speculation; nil, the default, is a quarter of the cache, as in the
  ///     program.
  package init(
    trace: SessionRecording, link: Link, policy: any PrefetchPolicy, seed: UInt64,
    isScheduled: Bool = true, cacheBytes: Int = 256 << 20, budgetBytes: Int? = nil
  ) {
    recording = trace
    gallery = Gallery(
      source: NumberedItems(
        count: trace.itemCount, root: link.isMounted ? "file:///" : "http://laboratory/"),
      screen: trace.screen,
      configuration: GalleryConfiguration(
        mode: trace.layout, tile: trace.tile, policy: policy,
        slots: isScheduled ? link.slots : .max, budgetBytes: budgetBytes ?? cacheBytes / 4))
    pipeline = SimulatedPipeline(
      over: link, of: PictureSizes(seed: seed), seed: seed, cacheBytes: cacheBytes)
  }

  /// Plays the trace to its end.
  package mutating func run() -> Outcome {
    update(with: [])
    nextFrame = now
    outcome.inputFrames.append(now)
    presentFrameIfDue()
    while let instant = nextInstant, instant <= recording.end { step(to: instant) }
    _ = pipeline.advance(to: recording.end, visible: gallery.visibleItems)
    watch.end(at: recording.end, into: &outcome)
    outcome.receivedBytes = pipeline.receivedBytes
    outcome.wastedBytes = pipeline.wastedBytes(exceptOf: watch.seen)
    outcome.peakResidentBytes = pipeline.peakBytes
    outcome.ledger = gallery.ledger.counts
    return outcome
  }

  private var nextInstant: Duration? {
    let moment =
      nextMoment < recording.moments.count ? recording.moments[nextMoment].at : nil
    let tick = gallery.wantsTicks ? nextFrame ?? frameDeadline : nil
    // A load that becomes visible late may already be overdue.
    return [moment, pipeline.nextInstant, gallery.wakeAt, nextFrame, tick].compactMap(\.self).min()
      .map { max($0, now) }
  }

  /// Performs everything at one instant.
  private mutating func step(to instant: Duration) {
    now = instant
    var events: [Event] = []
    if recording.moments.first.map({ $0.at == now }) ?? false {
      outcome.blankBeforeKeysTileMs = watch.blankTileMs(until: now)
    }
    while nextMoment < recording.moments.count, recording.moments[nextMoment].at <= now {
      events.append(recording.moments[nextMoment].event)
      nextMoment += 1
    }
    let visible = gallery.visibleItems
    events += pipeline.advance(to: now, visible: visible)
    if gallery.wantsTicks, events.isEmpty { events.append(.tick) }
    startTransfers()
    update(with: events)
    if gallery.visibleItems.isFar(from: visible) { outcome.jumps.append(now) }
    presentFrameIfDue()
    if let observe { observe(.settled(speculativeBytes: speculativeBytes)) }
  }

  private var speculativeBytes: Int {
    let unseen = gallery.tiles.count {
      !watch.seen.contains($0.key.rawValue) && !$0.value.hasFailed
    }
    return unseen * pipeline.pictureBytes
  }

  private mutating func startTransfers() {
    for picture in pipeline.startTransfers(at: now) {
      observe?(.started(item: picture))
    }
  }

  /// Passes on a batch of events and the resulting ones, including pictures from memory.
  private mutating func update(with events: [Event]) {
    var events = events
    repeat {
      events.forEach { requestFrame(for: $0) }
      events = carryOut(gallery.update(events, at: now))
      startTransfers()
    } while !events.isEmpty
  }

  /// Requests the frame for an event.
  ///
  /// A picture that arrives soon after a frame is shown a period after that frame. Input is shown immediately, as in
  /// the program unless a picture was just shown. So loads do not change when items are on screen, and no picture is
  /// shown before it is ready. The clairvoyant bound relies on both.
  private mutating func requestFrame(for event: Event) {
    guard event.needsFrame(of: gallery) else { return }
    switch event {
    case .pictureReady, .tick: nextFrame = nextFrame ?? frameDeadline
    default:
      nextFrame = now
      outcome.inputFrames.append(now)
    }
  }

  /// The earliest instant of the next frame.
  private var frameDeadline: Duration {
    max(now, lastFrame.map { $0 + Self.framePeriod } ?? now)
  }

  private mutating func presentFrameIfDue() {
    guard let due = nextFrame, due <= now else { return }
    (lastFrame, nextFrame) = (now, nil)
    watch.recordFrame(of: gallery, at: now)
    gallery.framePresented()
  }

  /// Carries out effects, and returns the immediate events: pictures from memory, then stopped loads.
  ///
  /// The laboratory has no terminal and renders nothing, and its loads never fail.
  private mutating func carryOut(_ effects: [Effect]) -> [Event] {
    var (ready, stopped): ([Event?], [Event?]) = ([], [])
    for effect in effects {
      switch effect {
      case .pipeline(.load(let request)): ready.append(load(request, .high, timeToVisible: .zero))
      case .pipeline(.prefetch(let request, let time)):
        ready.append(load(request, .low, timeToVisible: time))
      case .pipeline(.used(let request)): pipeline.use(request.key, at: now)
      case .pipeline(.cancel(let key)): stopped.append(cancel(key))
      case .search(.start(var order)):
        let found = order.examine(order.left, in: gallery.items).map(gallery.items.id)
        ready.append(.searched(SearchNews(of: order, found.map { .found($0) } ?? .foundNothing)))
      case .search(.filter(var order)):
        order.examine(order.left, in: gallery.filtering.examined)
        ready.append(.filtered(FilterNews(order)))
      case .pipeline(.retryNow), .detail, .search(.stop), .search(.stopFilter), .session, .marks,
        .files:
        break
      }
    }
    return (ready + stopped).compactMap(\.self)
  }

  private mutating func load(
    _ request: TileRequest, _ priority: ImagePriority, timeToVisible: Duration
  ) -> Event? {
    observe?(.wanted(item: request.key.item.rawValue))
    return pipeline.load(request, priority: priority, timeToVisible: timeToVisible, at: now)
  }

  private mutating func cancel(_ key: TileKey) -> Event? {
    let item = key.item.rawValue
    observe?(.cancelled(item: item, isVisible: gallery.visibleItems.contains(item)))
    return pipeline.cancel(key)
  }
}

extension Range<Int> {
  /// Whether more than a screenful lies between these and the former visible items, so that the viewport jumped.
  fileprivate func isFar(from former: Range<Int>) -> Bool {
    lowerBound - former.upperBound > former.count || former.lowerBound - upperBound > former.count
  }
}

/// An event of a simulation, for tests.
package enum Observation: Hashable, Sendable {
  /// The gallery requested a picture, ahead or on screen.
  case wanted(item: Int)
  /// The gallery canceled a picture; its tile was on screen or not.
  case cancelled(item: Int, isVisible: Bool)
  /// A transfer started.
  case started(item: Int)
  /// An instant is complete; the bytes in memory or in transfer are of pictures that were never on
  /// screen.
  case settled(speculativeBytes: Int)
}

/// Items named by their numbers, each with a URL of its own.
struct NumberedItems: ItemSnapshot {
  let count: Int
  /// The prefix of their URLs.
  let root: String

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(
      id: "\(indexPath.item)", caption: "\(indexPath.item)",
      location: .template("\(root)\(indexPath.item)"))
  }
}
