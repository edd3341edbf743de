import GalleryCore
import GalleryItems
import ImageLoading
import Prefetching
import Raster

/// Loads the pictures of a simulation: the real load queue and the real cache over a simulated link.
///
/// Instants are arguments, and never go back.
struct SimulatedPipeline {
  /// A request and its instant.
  private struct Request {
    let key: TileKey
    let at: Duration
  }

  /// A picture on its way, perhaps in parts.
  private struct Arrival {
    /// The bytes that are here, and those of the request under way.
    var received = 0
    var asked: Int
    /// The parts that are here.
    var part = 0
    /// The instant of the request under way.
    var askedAt: Duration
    /// The instant of the first byte.
    var openedAt: Duration?
    /// The time to the first byte, and from there to the last.
    var firstByte = Duration.zero
    var transfer = Duration.zero
  }

  private static let host = "laboratory"

  private let sizes: PictureSizes
  private var link: SimulatedLink
  private var queue: LoadQueue<Int>
  private var second = SecondAttempts<Int>()
  private var cache: PictureCache
  private var requests: [Int: Request] = [:]
  private var arrivals: [Int: Arrival] = [:]
  /// The items that are being decoded, in the order of their ends.
  private var decoding: [(item: Int, until: Duration)] = []
  /// The tiles for which pictures were loaded ahead.
  private var prefetched: [Int: TileKey] = [:]
  private var receivedOfItem: [Int: Int] = [:]
  private var stoppedBytes = 0
  private var pictureSize = PixelSize(width: 1, height: 1)
  /// The most bytes of pictures in memory at one time.
  private(set) var peakBytes = 0

  init(over link: Link, of sizes: PictureSizes, seed: UInt64, cacheBytes: Int) {
    self.link = SimulatedLink(link, seed: seed)
    var limits = LoadQueue<Int>.Limits(total: link.connections, perHost: link.connections)
    if let streams = link.streams { limits.streamsPerHost = streams }
    queue = LoadQueue(limits: limits)
    cache = PictureCache(limitBytes: cacheBytes)
    self.sizes = sizes
  }

  /// The instant of the next event of a transfer or a decode; nil if nothing is under way.
  var nextInstant: Duration? {
    [link.nextSignal, decoding.first?.until, second.nextLook].compactMap(\.self).min()
  }

  /// The bytes in memory of a picture of the latest request's size.
  var pictureBytes: Int { picture(for: pictureSize).costBytes }

  /// All bytes received.
  var receivedBytes: Int { link.receivedBytes }

  /// The bytes received for items that are not among these, including parts of stopped transfers.
  func wastedBytes(exceptOf seen: RangeSet<Int>) -> Int {
    receivedOfItem.reduce(stoppedBytes) { $0 + (seen.contains($1.key) ? 0 : $1.value) }
      + link.receivedBytes { !seen.contains($0) }
  }

  private func picture(for size: PixelSize) -> PixelImage {
    PixelImage(size: size, filledWith: 0xFF_808080)
  }
}

// MARK: - As time passes

extension SimulatedPipeline {
  /// Advances to an instant not beyond ``nextInstant``, and returns the events there for the gallery.
  mutating func advance(to now: Duration, visible: Range<Int>) -> [Event] {
    for signal in link.advance(to: now) { take(signal, at: now) }
    while let item = second.takeLate(at: now) { askOnceMore(for: item) }
    var events: [Event] = []
    while let (item, until) = decoding.first, until <= now {
      decoding.removeFirst()
      if let event = finish(item, at: now, isVisible: visible.contains(item)) {
        events.append(event)
      }
    }
    for item in cache.takeUnseen() {
      if let key = prefetched.removeValue(forKey: item) { events.append(.pictureDropped(key)) }
    }
    return events
  }

  private mutating func take(_ signal: SimulatedLink.Signal, at now: Duration) {
    switch signal {
    case .opened(let item, let time):
      second.forget(item)
      if arrivals[item]?.openedAt == nil {
        arrivals[item]?.firstByte = time
        arrivals[item]?.openedAt = now
      }
      queue.noteFirstByte(after: time, from: Self.host)
      queue.note(isMultiplexed: link.isMultiplexed, from: Self.host)
    case .completed(let item, let time): complete(item, after: time, at: now)
    }
  }

  /// Takes a picture, or a part of it; asks for the rest where that does not show all.
  private mutating func complete(_ item: Int, after time: Duration, at now: Duration) {
    guard var arrival = arrivals[item] else { return }
    let (whole, needed) = (sizes.bytes(of: item), sizes.neededBytes(of: item))
    if arrival.received == 0 {
      queue.noteTransfer(of: arrival.asked, lasting: time, from: Self.host, at: now)
    }
    let secondsPerByte = time / .seconds(1) / Double(arrival.asked)
    receivedOfItem[item, default: 0] += arrival.asked
    arrival.received += arrival.asked
    guard arrival.received >= needed else {
      let foreseen = sizes.foreseenBytes(of: item)
      arrival.asked = (foreseen > arrival.received ? foreseen : whole) - arrival.received
      arrival.part += 1
      arrival.askedAt = now
      arrivals[item] = arrival
      link.start(item, bytes: arrival.asked, part: arrival.part)
      return noteStart(of: item, at: now)
    }
    queue.notePicture(
      of: whole, needing: needed < whole ? needed : nil, secondsPerByte: secondsPerByte,
      from: Self.host)
    queue.remove(item)
    arrival.transfer = arrival.openedAt.map { now - $0 } ?? time
    arrivals[item] = arrival
    decoding.append((item, now + Simulation.decodeTime))
  }

  /// Puts a picture into the cache, even if the gallery has given it up.
  private mutating func finish(_ item: Int, at now: Duration, isVisible: Bool) -> Event? {
    let request = requests.removeValue(forKey: item)
    let arrival = arrivals.removeValue(forKey: item) ?? Arrival(asked: 0, askedAt: now)
    let image = picture(for: request?.key.size ?? pictureSize)
    cache.insert(item, image, isSpeculative: !isVisible, at: now)
    peakBytes = max(peakBytes, cache.bytes)
    guard let request else { return nil }
    if !isVisible { prefetched[item] = request.key }
    let times = LoadTimes(
      total: now - request.at, firstByte: arrival.firstByte, transfer: arrival.transfer,
      isMultiplexed: link.isMultiplexed)
    let cost = LoadCost(bytes: arrival.received, times: times, host: Self.host)
    return .pictureReady(request.key, image, cost)
  }

  /// Starts as many transfers as there are slots for, and returns their items.
  mutating func startTransfers(at now: Duration) -> [Int] {
    var started: [Int] = []
    while let item = queue.next() {
      let whole = sizes.bytes(of: item)
      let asked = min(whole, queue.firstPart(of: item) ?? whole)
      arrivals[item] = Arrival(asked: asked, askedAt: now)
      link.start(item, bytes: asked)
      noteStart(of: item, at: now)
      started.append(item)
    }
    return started
  }

  private mutating func noteStart(of item: Int, at now: Duration) {
    second.noteRequest()
    second.watch(item, sentAt: now, patience: queue.patience(of: item))
  }

  /// Sends the request under way for an item once more.
  private mutating func askOnceMore(for item: Int) {
    guard let arrival = arrivals[item] else { return }
    link.start(item, bytes: arrival.asked, part: arrival.part, isSecond: true)
  }
}

// MARK: - What the gallery asks for

extension SimulatedPipeline {
  /// Asks for a picture, and returns its event at once if it is in memory.
  mutating func load(
    _ request: TileRequest, priority: ImagePriority, timeToVisible: Duration, at now: Duration
  ) -> Event? {
    let item = request.key.item.rawValue
    if let image = cache.picture(of: item, isSeen: priority == .high, at: now) {
      return .pictureReady(request.key, image)
    }
    pictureSize = request.key.size
    if requests[item] == nil { requests[item] = Request(key: request.key, at: now) }
    // A load that goes on although it was given up is known to the queue, or is being decoded.
    if decoding.contains(where: { $0.item == item }) { return nil }
    queue.enqueue(item, host: Self.host, priority: priority, visibleAt: now + timeToVisible)
    queue.setPriority(priority, of: item)
    queue.setVisibleAt(now + timeToVisible, of: item)
    if priority.isSpeculative {
      second.forget(item)
    } else if let arrival = arrivals[item], !link.hasAnswered(item) {
      second.watch(item, sentAt: arrival.askedAt, patience: queue.patience(of: item))
    }
    return nil
  }

  /// Gives a picture up, and returns an event if that stops a transfer that had received something.
  mutating func cancel(_ item: Int, chanceOfReturn: Double?) -> Event? {
    guard let request = requests.removeValue(forKey: item) else { return nil }
    if decoding.contains(where: { $0.item == item }) { return nil }
    let standing = link.standing(of: item)
    second.forget(item)
    guard queue.abandon(item, standing, chanceOfReturn: chanceOfReturn) == .cancel else {
      return nil
    }
    arrivals[item] = nil
    let received = link.stop(item)
    stoppedBytes += received
    return received > 0 ? .loadStopped(request.key, receivedBytes: received) : nil
  }

  /// Notes that a picture loaded ahead is on screen.
  mutating func show(_ item: Int, at now: Duration) { cache.use(item, at: now) }
}

/// The memory cache of the laboratory: the real one's rules, by item.
struct PictureCache {
  private var segments: CacheSegments<Int, PixelImage>

  init(limitBytes: Int) {
    segments = CacheSegments(limit: CacheExtent(bytes: limitBytes, entries: .max))
  }

  var bytes: Int { segments.extent.bytes }

  /// - Parameter isSeen: whether the picture is shown at once.
  mutating func picture(of item: Int, isSeen: Bool, at now: Duration) -> PixelImage? {
    isSeen ? segments.use(item, at: now) : segments.peek(item, at: now)
  }

  mutating func use(_ item: Int, at now: Duration) { _ = segments.use(item, at: now) }

  mutating func insert(_ item: Int, _ image: PixelImage, isSpeculative: Bool, at now: Duration) {
    _ = segments.insert(
      image, for: item, cost: image.costBytes + ImageCache.entryOverheadBytes,
      isSpeculative: isSpeculative, at: now)
  }

  /// The items that were dropped since the last call and were never shown.
  mutating func takeUnseen() -> [Int] {
    segments.takeDropped().filter(\.isUnseen).map(\.key)
  }
}
