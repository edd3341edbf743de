import GalleryCore
import ImageLoading
import Prefetching
import Raster

/// Plays a trace in virtual time: the real gallery with its tracker, policy, schedule and ledger, the real
/// load queue and the real cache, over a simulated link.
///
/// It is the run loop and the effect runner of the laboratory. The same seed gives the same outcome, to the
/// byte.
package struct Simulation {
  /// What a picture takes from its last byte to the gallery: decoding and scaling.
  package static let decodeTime = Duration.milliseconds(2)
  static let framePeriod = Duration.nanoseconds(16_666_667)
  private static let host = "laboratory"

  /// Is told what is done, as it is done.
  package var observe: ((Observation) -> Void)?

  private let recording: SessionRecording
  private var gallery: Gallery
  private var link: SimulatedLink
  private var queue: LoadQueue<Int>
  private var cache: PictureCache
  private var watch = ScreenWatch()
  /// When the latest frame was shown, and when the next one is due; nil if nothing has changed.
  private var lastFrame: Duration?
  private var nextFrame: Duration?
  private var now = Duration.zero
  private var nextMoment = 0
  /// What has been asked for, and when.
  private var requests: [Int: (key: TileKey, at: Duration)] = [:]
  /// What is being decoded, in the order of its end.
  private var decoding: [(item: Int, until: Duration)] = []
  private let sizes: PictureSizes
  private var outcome = Outcome()
  private var receivedOfItem: [Int: Int] = [:]
  private var stoppedBytes = 0
  /// What is to be told of loads that were given up.
  private var stopped: [Event] = []
  /// For which tile pictures were loaded ahead.
  private var prefetched: [Int: TileKey] = [:]
  private var firstBytes: [Int: Duration] = [:]
  private var transferTimes: [Int: Duration] = [:]
  private var pictureSize = PixelSize(width: 1, height: 1)

  /// - Parameters:
  ///   - cacheBytes: what the memory cache may hold.
  ///   - budgetBytes: what speculation may take of memory; nil is what it may in the program, a quarter of
  ///     the cache.
  package init(
    trace: SessionRecording, link: Link, policy: any PrefetchPolicy, seed: UInt64,
    cacheBytes: Int = 256 << 20, budgetBytes: Int? = nil
  ) {
    recording = trace
    gallery = Gallery(
      source: AnyGalleryDataSource(NumberedItems(count: trace.itemCount)), screen: trace.screen,
      mode: trace.layout, tile: trace.tile, policy: policy, slots: link.connections,
      budgetBytes: budgetBytes ?? cacheBytes / 4)
    self.link = SimulatedLink(link, seed: seed)
    queue = LoadQueue(limits: .init(total: link.connections, perHost: link.connections))
    cache = PictureCache(limitBytes: cacheBytes)
    sizes = PictureSizes(seed: seed)
  }

  /// Plays it to its end.
  package mutating func run() -> Outcome {
    update(with: [])
    nextFrame = now
    outcome.inputFrames.append(now)
    showFrameIfDue()
    while let instant = nextInstant, instant <= recording.end { step(to: instant) }
    _ = link.advance(to: recording.end)
    watch.end(at: recording.end, into: &outcome)
    outcome.receivedBytes = Int(link.receivedBytes)
    for (item, bytes) in receivedOfItem where !watch.seen.contains(item) { stoppedBytes += bytes }
    outcome.wastedBytes = stoppedBytes + link.receivedBytes { [watch] in !watch.seen.contains($0) }
    outcome.ledger = gallery.ledger.counts
    return outcome
  }

  private var nextInstant: Duration? {
    let moment =
      nextMoment < recording.moments.count ? recording.moments[nextMoment].at : nil
    return [moment, link.nextSignal, decoding.first?.until, gallery.wakeAt, nextFrame]
      .compactMap(\.self).min()
  }

  /// Everything that happens at one instant.
  private mutating func step(to instant: Duration) {
    let signals = link.advance(to: instant)
    now = instant
    var events: [Event] = []
    while nextMoment < recording.moments.count, recording.moments[nextMoment].at <= now {
      events.append(recording.moments[nextMoment].event)
      nextMoment += 1
    }
    signals.forEach { take($0) }
    while let (item, until) = decoding.first, until <= now {
      decoding.removeFirst()
      if let event = finish(item) { events.append(event) }
    }
    for item in cache.takeUnseen() {
      if let key = prefetched.removeValue(forKey: item) { events.append(.pictureDropped(key)) }
    }
    startTransfers()
    update(with: events)
    showFrameIfDue()
    if let observe { observe(.settled(speculativeBytes: speculativeBytes)) }
  }

  private var speculativeBytes: Int {
    let unseen = gallery.tiles.count { !watch.seen.contains($0.key) && !$0.value.hasFailed }
    return unseen * Self.picture(for: pictureSize).costBytes
  }

  private mutating func take(_ signal: SimulatedLink.Signal) {
    switch signal {
    case .opened(let item, let time):
      firstBytes[item] = time
      queue.noteFirstByte(after: time, from: Self.host)
    case .completed(let item, let time):
      queue.remove(item)
      transferTimes[item] = time
      queue.noteTransfer(lasting: time, from: Self.host)
      receivedOfItem[item, default: 0] += sizes.bytes(of: item)
      decoding.append((item, now + Self.decodeTime))
    }
  }

  /// A picture is there: nobody may want it any more, and it is kept all the same.
  private mutating func finish(_ item: Int) -> Event? {
    let request = requests.removeValue(forKey: item)
    let image = Self.picture(for: request?.key.size ?? pictureSize)
    let isVisible = gallery.visibleItems.contains(item)
    cache.insert(item, image, isSpeculative: !isVisible, at: now)
    outcome.peakResidentBytes = max(outcome.peakResidentBytes, cache.bytes)
    guard let request else { return nil }
    if !isVisible { prefetched[item] = request.key }
    let times = LoadTimes(
      total: now - request.at, firstByte: firstBytes[item] ?? .zero,
      transfer: transferTimes[item] ?? .zero)
    let cost = LoadCost(bytes: sizes.bytes(of: item), times: times, host: Self.host)
    return .pictureReady(request.key, image, cost)
  }

  private mutating func startTransfers() {
    while let item = queue.next() {
      link.start(item)
      observe?(.started(item: item))
    }
  }

  /// One batch of events and what they lead to, pictures from memory included.
  private mutating func update(with events: [Event]) {
    var events = events
    repeat {
      events.forEach { requestFrame(for: $0) }
      let effects = gallery.update(events, at: now)
      events = effects.compactMap { perform($0) } + stopped
      stopped = []
      startTransfers()
    } while !events.isEmpty
  }

  /// A picture that comes soon after a frame is seen a period after that frame.
  ///
  /// What moves the screen is seen at once: in the program as well, unless a picture has just been shown.
  /// So what is on screen when does not depend on what is loaded, and no picture is seen before it is
  /// there, which the clairvoyant bound relies on.
  private mutating func requestFrame(for event: Event) {
    switch event {
    case .key, .scrolled, .resized, .tick:
      nextFrame = now
      outcome.inputFrames.append(now)
    case .pictureReady(let key, _, _) where gallery.showsEnd(of: key):
      nextFrame = nextFrame ?? max(now, lastFrame.map { $0 + Self.framePeriod } ?? now)
    default: break
    }
  }

  private mutating func showFrameIfDue() {
    guard let due = nextFrame, due <= now else { return }
    (lastFrame, nextFrame) = (now, nil)
    watch.note(gallery, at: now)
    gallery.frameWasShown()
  }

  /// Carries an effect out; what is in memory answers at once.
  private mutating func perform(_ effect: Effect) -> Event? {
    switch effect {
    case .load(let request):
      return load(request, priority: .high, timeToVisible: .zero)
    case .prefetch(let request, let timeToVisible):
      return load(request, priority: .low, timeToVisible: timeToVisible)
    case .shown(let request): cache.use(request.key.item, at: now)
    case .cancel(let key, let chance): cancel(key.item, chanceOfReturn: chance)
    default: break
    }
    return nil
  }

  private mutating func load(
    _ request: TileRequest, priority: ImagePriority, timeToVisible: Duration
  ) -> Event? {
    let item = request.key.item
    observe?(.wanted(item: item))
    if let image = cache.picture(of: item, isSeen: priority == .high, at: now) {
      return .pictureReady(request.key, image)
    }
    pictureSize = request.key.size
    if requests[item] == nil { requests[item] = (request.key, now) }
    // One that goes on although nobody wanted it any more is known to the queue, or is being decoded.
    if decoding.contains(where: { $0.item == item }) { return nil }
    queue.enqueue(item, host: Self.host, priority: priority, visibleAt: now + timeToVisible)
    queue.setPriority(priority, of: item)
    queue.setVisibleAt(now + timeToVisible, of: item)
    return nil
  }

  private mutating func cancel(_ item: Int, chanceOfReturn: Double?) {
    observe?(.cancelled(item: item, isVisible: gallery.visibleItems.contains(item)))
    guard let request = requests.removeValue(forKey: item) else { return }
    if decoding.contains(where: { $0.item == item }) { return }
    let standing = link.standing(of: item)
    if queue.abandon(item, standing, chanceOfReturn: chanceOfReturn) == .cancel {
      let received = link.stop(item)
      stoppedBytes += received
      if received > 0 { stopped.append(.loadStopped(request.key, receivedBytes: received)) }
    }
  }

  private static func picture(for size: PixelSize) -> PixelImage {
    PixelImage(size: size, filledWith: 0xFF_808080)
  }
}
