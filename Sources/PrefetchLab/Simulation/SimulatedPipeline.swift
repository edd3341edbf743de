import GalleryCore
import GalleryItems
import ImageLoading
import Prefetching
import Raster

/// Loads the pictures of a simulation: the real load queue and the real cache over a simulated link.
///
/// Pictures are identified by the numbers of their items. Instants are arguments, and never decrease.
struct SimulatedPipeline {
  /// A request and its instant.
  private struct Request {
    let key: TileKey
    let at: Duration
  }

  /// The bytes of finished transfers.
  private struct Received {
    var ofItem: [Int: Int] = [:]
    /// The bytes of stopped transfers.
    var stopped = 0
  }

  private static let host = "laboratory"

  private let sizes: PictureSizes
  private var link: SimulatedLink
  private var queue: LoadQueue<Int>
  private var cache: PictureCache
  private var requests: [Int: Request] = [:]
  /// The pictures being transferred or decoded, with the time from the first byte to the last.
  private var transferTimes: [Int: Duration] = [:]
  /// The pictures being decoded, in order of completion.
  private var decoding: [(picture: Int, until: Duration)] = []
  /// The tiles for which pictures were loaded ahead.
  private var prefetched: [Int: TileKey] = [:]
  private var received = Received()
  private var pictureSize = PixelSize(width: 1, height: 1)
  /// The most bytes of pictures in memory at any time.
  private(set) var peakBytes = 0

  init(over link: Link, of sizes: PictureSizes, seed: UInt64, cacheBytes: Int) {
    self.link = SimulatedLink(link, seed: seed)
    var limits = LoadQueue<Int>.Limits(total: link.connections, perHost: link.connections)
    if let streams = link.streams { limits.streamsPerHost = streams }
    queue = LoadQueue(limits: limits)
    cache = PictureCache(limitBytes: cacheBytes)
    self.sizes = sizes
  }

  /// The instant of the next event of a transfer or a decode; nil if nothing is active.
  var nextInstant: Duration? {
    [link.nextSignal, decoding.first?.until].compactMap(\.self).min()
  }

  /// The bytes in memory of a picture in the latest request's size.
  var pictureBytes: Int { picture(for: pictureSize).costBytes }

  /// All bytes received.
  var receivedBytes: Int { link.receivedBytes }

  /// The bytes received for other items than these, including parts of stopped transfers.
  func wastedBytes(exceptOf seen: RangeSet<Int>) -> Int {
    received.ofItem.reduce(received.stopped) { $0 + (seen.contains($1.key) ? 0 : $1.value) }
      + link.receivedBytes { !seen.contains($0) }
  }

  private func picture(for size: PixelSize) -> PixelImage {
    PixelImage(size: size, filledWith: 0xFF_808080)
  }
}

// MARK: - Time

extension SimulatedPipeline {
  /// Advances to an instant not beyond ``nextInstant``, and returns the events there for the gallery.
  mutating func advance(to now: Duration, visible: Range<Int>) -> [Event] {
    for signal in link.advance(to: now) { handle(signal, at: now) }
    var events: [Event] = []
    while let (picture, until) = decoding.first, until <= now {
      decoding.removeFirst()
      let isVisible = visible.contains(picture)
      if let event = finish(picture, at: now, isVisible: isVisible) { events.append(event) }
    }
    for picture in cache.takeUnseen() {
      if let key = prefetched.removeValue(forKey: picture) { events.append(.pictureDropped(key)) }
    }
    return events
  }

  private mutating func handle(_ signal: SimulatedLink.Signal, at now: Duration) {
    switch signal {
    case .opened(_, let time):
      queue.recordFirstByte(after: time, from: Self.host)
      queue.recordMultiplexing(link.isMultiplexed, from: Self.host)
    case .completed(let picture, let time): complete(picture, after: time, at: now)
    }
  }

  private mutating func complete(_ picture: Int, after time: Duration, at now: Duration) {
    guard transferTimes[picture] != nil else { return }
    let bytes = sizes.bytes(of: picture)
    received.ofItem[picture, default: 0] += bytes
    queue.remove(picture)
    transferTimes[picture] = time
    decoding.append((picture, now + Simulation.decodeTime))
  }

  /// Puts a picture into the cache, even if the gallery has canceled it.
  private mutating func finish(_ picture: Int, at now: Duration, isVisible: Bool) -> Event? {
    let request = requests.removeValue(forKey: picture)
    let transfer = transferTimes.removeValue(forKey: picture) ?? .zero
    let image = self.picture(for: request?.key.size ?? pictureSize)
    cache.insert(picture, image, isSpeculative: !isVisible, at: now)
    peakBytes = max(peakBytes, cache.bytes)
    guard let request else { return nil }
    if !isVisible { prefetched[picture] = request.key }
    let times = LoadTimes(
      total: now - request.at, transfer: transfer, isMultiplexed: link.isMultiplexed)
    let cost = LoadCost(bytes: sizes.bytes(of: picture), times: times, host: Self.host)
    return .pictureReady(request.key, image, cost)
  }

  /// Starts as many transfers as slots allow, and returns their items.
  mutating func startTransfers(at now: Duration) -> [Int] {
    var started: [Int] = []
    while let picture = queue.next() {
      transferTimes[picture] = .zero
      link.startTransfer(of: picture, bytes: sizes.bytes(of: picture))
      started.append(picture)
    }
    return started
  }
}

// MARK: - Requests

extension SimulatedPipeline {
  /// Requests a picture, and returns its event if it is in memory.
  mutating func load(
    _ request: TileRequest, priority: ImagePriority, timeToVisible: Duration, at now: Duration
  ) -> Event? {
    let picture = request.key.item.rawValue
    if let image = cache.picture(of: picture, isSeen: priority == .high) {
      return .pictureReady(request.key, image)
    }
    pictureSize = request.key.size
    if requests[picture] == nil { requests[picture] = Request(key: request.key, at: now) }
    // A canceled load that continues is in the queue, or is being decoded.
    if decoding.contains(where: { $0.picture == picture }) { return nil }
    queue.enqueue(picture, host: Self.host, priority: priority, visibleAt: now + timeToVisible)
    queue.setPriority(priority, of: picture)
    queue.setVisibleAt(now + timeToVisible, of: picture)
    return nil
  }

  /// Cancels a picture, and returns an event if that stops a transfer with received bytes.
  mutating func cancel(_ key: TileKey) -> Event? {
    let picture = key.item.rawValue
    guard let request = requests.removeValue(forKey: picture) else { return nil }
    if decoding.contains(where: { $0.picture == picture }) { return nil }
    let standing = link.standing(of: picture)
    guard queue.abandon(picture, standing) == .cancel else { return nil }
    transferTimes[picture] = nil
    let received = link.stop(picture)
    self.received.stopped += received
    return received > 0 ? .loadStopped(request.key, receivedBytes: received) : nil
  }

  /// Records that a tile on the screen uses a prefetched picture.
  mutating func use(_ key: TileKey, at now: Duration) {
    cache.use(key.item.rawValue)
  }
}

/// The memory cache of the laboratory: the real one's rules, keyed by picture number.
struct PictureCache {
  private var segments: CacheSegments<Int, PixelImage>

  init(limitBytes: Int) {
    segments = CacheSegments(limit: limitBytes)
  }

  var bytes: Int { segments.cost }

  /// - Parameter isSeen: whether the picture is shown immediately.
  mutating func picture(of item: Int, isSeen: Bool) -> PixelImage? {
    isSeen ? segments.use(item) : segments.peek(item)
  }

  mutating func use(_ item: Int) { _ = segments.use(item) }

  mutating func insert(_ item: Int, _ image: PixelImage, isSpeculative: Bool, at now: Duration) {
    _ = segments.insert(
      image, for: item, cost: image.costBytes + ImageCache.entryOverheadBytes,
      isSpeculative: isSpeculative, at: now)
  }

  /// The items evicted since the last call without having been shown.
  mutating func takeUnseen() -> [Int] {
    segments.takeDropped().filter(\.isUnseen).map(\.key)
  }
}
