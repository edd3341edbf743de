import Raster
import Synchronization

/// Pictures in memory, limited by their bytes and by their number: the least recently used go first.
///
/// Pictures that were prefetched are on probation until they are looked up, so that prefetching pushes
/// out nothing that was seen. While memory is short, the cache holds less than its limit.
///
/// It may be used from any thread; no call waits for more than another's few hundred nanoseconds.
///
/// - Complexity: O(1) for every call, inserting counted with what it evicts.
public final class ImageCache: Sendable {
  /// What an entry costs beyond its pixels: its key, and its places in the lists and the table.
  ///
  /// It bounds the number of entries however small the pictures are.
  public static let entryOverheadBytes = 512

  /// 256 MiB, or 15 % of the memory that the process may use, if that is less.
  ///
  /// A full-screen picture of a terminal is about 100 KB, a tile a few KB: that is every tile of an
  /// hour's scrolling, and still little beside a browser.
  public static let defaultCostLimitBytes =
    min(256 << 20, MemoryReader().totalBytes.map { $0 / 20 * 3 } ?? .max)

  private struct State {
    var segments: CacheSegments<ImageKey, PixelImage>
    /// Of what `segments` holds.
    var sizes = SizeIndex()
    var watch: MemoryWatch
    /// What it may hold while memory is not short.
    var limit: CacheExtent
    var didDropUnseen: (@Sendable ([ImageKey]) -> Void)?

    /// The picture kept under a key or, as good, under that of the picture decoded whole.
    ///
    /// - Parameter isUse: whether it counts as seen and used from now on.
    mutating func find(_ key: ImageKey, isUse: Bool, at now: Duration) -> PixelImage? {
      if let whole = key.whole, let image = findExactly(whole, isUse, at: now) { return image }
      return findExactly(key, isUse, at: now)
    }

    private mutating func findExactly(
      _ key: ImageKey, _ isUse: Bool, at now: Duration
    ) -> PixelImage? {
      isUse ? segments.use(key, at: now) : segments.peek(key, at: now)
    }

    mutating func applyLimit(at now: Duration) {
      let bytes = limit.bytes / watch.divisor
      segments.setLimit(CacheExtent(bytes: bytes, entries: limit.entries), at: now)
    }
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Duration
  private let readMemory: @Sendable () -> MemoryReading

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - costLimitBytes: what the entries may cost; with 0 or less nothing is kept.
  ///   - countLimit: how many entries there may be; with 0 or less nothing is kept.
  ///   - timeToLive: how long an entry lives that names no time of its own; nil means forever.
  ///   - extendsLifeOnAccess: whether a look-up starts an entry's life anew.
  public convenience init(
    costLimitBytes: Int = ImageCache.defaultCostLimitBytes, countLimit: Int = .max,
    timeToLive: Duration? = nil, extendsLifeOnAccess: Bool = false
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    let reader = MemoryReader()
    self.init(
      costLimitBytes: costLimitBytes, countLimit: countLimit, timeToLive: timeToLive,
      extendsLifeOnAccess: extendsLifeOnAccess, now: { start.duration(to: clock.now) },
      readMemory: { reader.read() })
  }

  /// - Parameters:
  ///   - now: an instant on a clock that never goes back.
  ///   - readMemory: asked once a second at most, and only when something is inserted.
  init(
    costLimitBytes: Int, countLimit: Int = .max, timeToLive: Duration? = nil,
    extendsLifeOnAccess: Bool = false, now: @escaping @Sendable () -> Duration,
    readMemory: @escaping @Sendable () -> MemoryReading
  ) {
    let limit = CacheExtent(bytes: max(0, costLimitBytes), entries: max(0, countLimit))
    var segments = CacheSegments<ImageKey, PixelImage>(limit: limit)
    segments.timeToLive = timeToLive
    segments.extendsLifeOnAccess = extendsLifeOnAccess
    state = Mutex(State(segments: segments, watch: MemoryWatch(), limit: limit))
    self.now = now
    self.readMemory = readMemory
  }

  /// Called when the cache drops pictures that were loaded ahead and never looked up.
  ///
  /// It drops them because they were pushed out, expired, removed, or not kept in the first place.
  /// The call comes on the thread that made the cache drop them, once that thread holds no lock of
  /// the cache. It should not hold that thread up.
  public var didDropUnseen: (@Sendable ([ImageKey]) -> Void)? {
    get { state.withLock { $0.didDropUnseen } }
    set {
      let earlier = state.withLock { exchange(&$0.didDropUnseen, with: newValue) }
      // It is released after the lock, for it may hold the last of a caller's object.
      withExtendedLifetime(earlier) {}
    }
  }

  /// Changes the state; once the lock is free again, releases and reports what was dropped.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, dropped, tell) = state.withLock { state in
      let result = body(&state)
      let dropped = state.segments.takeDropped()
      for entry in dropped where !state.segments.holds(entry.key) { state.sizes.remove(entry.key) }
      return (result, dropped, dropped.isEmpty ? nil : state.didDropUnseen)
    }
    guard let tell else { return result }
    let unseen = dropped.filter(\.isUnseen).map(\.key)
    if !unseen.isEmpty { tell(unseen) }
    return result
  }
}

// MARK: - Pictures

extension ImageCache {
  /// Looks a picture up, to show it: from now on it counts as seen and used.
  ///
  /// Whatever the cache holds, a request with the cache policy `.reload` finds nothing.
  public func image(for request: ImageRequest) -> PixelImage? {
    if request.cachePolicy == .reload { return nil }
    let now = now()
    return change { $0.find(request.key, isUse: true, at: now) }
  }

  /// Returns what `image(for:)` would find, without counting as a use or as having seen it.
  ///
  /// It is for code that loads ahead.
  public func peek(for request: ImageRequest) -> PixelImage? {
    if request.cachePolicy == .reload { return nil }
    let now = now()
    return state.withLock { $0.find(request.key, isUse: false, at: now) }
  }

  /// Finds a request's picture or, if it is not there, the one that has been through the most of the
  /// request's processors, as a peek.
  ///
  /// - Parameter isUse: whether finding the picture itself counts as having seen it.
  func findNearest(
    to request: ImageRequest, isUse: Bool
  ) -> (image: PixelImage, processorCount: Int)? {
    if request.cachePolicy == .reload { return nil }
    let now = now()
    return change { state in
      if let image = state.find(request.key, isUse: isUse, at: now) {
        return (image, request.steps.count)
      }
      var earlier = request.beforeLastStep
      while let request = earlier {
        if let image = state.find(request.key, isUse: false, at: now) {
          return (image, request.steps.count)
        }
        earlier = request.beforeLastStep
      }
      return nil
    }
  }

  /// Returns a stand-in for a picture: another of the same URL, in another size or rendered in
  /// another way.
  ///
  /// Show it until the right picture is there. It is the smallest with as many pixels as are shown
  /// or, if no picture has that many, the largest. Its pixels are as decoded, or as the request's
  /// processors make them; it is fitted as the request says. Finding it counts no more as a use
  /// than `peek(for:)` does.
  ///
  /// - Complexity: O(entries of that URL).
  public func preview(for request: ImageRequest) -> ImagePreview? {
    if request.cachePolicy == .reload { return nil }
    let now = now()
    return state.withLock { state in
      let previews = state.sizes.keys(like: request).compactMap { key in
        state.segments.peek(key, at: now).map {
          ImagePreview($0, madeFor: key.target, standingInFor: request.target)
        }
      }
      return previews.min { $0.isBetter(than: $1) }
    }
  }

  /// Whether `image(for:)` would find a picture; like `peek(for:)`, this counts as no use of it.
  public func contains(_ request: ImageRequest) -> Bool { peek(for: request) != nil }

  /// Keeps a picture, in place of an earlier one for the same request, and says whether it does.
  ///
  /// It does not if the picture costs over a fifth of the limit: it would push out many others. Nor does
  /// it keep a speculative one while there is room only for what was seen or prefetched before.
  ///
  /// - Parameters:
  ///   - image: the decoded picture.
  ///   - request: its URL, size and processors make the key.
  ///   - isSpeculative: whether it was loaded ahead of any request to show it.
  ///   - timeToLive: replaces the cache's own.
  @discardableResult
  public func insert(
    _ image: PixelImage, for request: ImageRequest, isSpeculative: Bool = false,
    timeToLive: Duration? = nil
  ) -> Bool {
    let now = now()
    heedMemory(at: now)
    let cost = image.costBytes + Self.entryOverheadBytes
    return change { state in
      let isKept = state.segments.insert(
        image, for: request.key, cost: cost, timeToLive: timeToLive, isSpeculative: isSpeculative,
        at: now)
      if isKept { state.sizes.insert(request) }
      return isKept
    }
  }

  /// Forgets one picture, and what is as good for its request.
  public func remove(_ request: ImageRequest) {
    let key = request.key
    change { state in
      for key in [key, key.whole].compactMap(\.self) { state.segments.remove(key) }
    }
  }

  /// Forgets every picture.
  public func removeAll() {
    change { $0.segments.removeAll() }
  }

  /// Reads how short memory is, if that was not done within the last second, and acts on it.
  private func heedMemory(at now: Duration) {
    guard state.withLock({ $0.watch.isDue(at: now) }) else { return }
    let reading = readMemory()
    change { state in
      if state.watch.record(reading, at: now) { state.applyLimit(at: now) }
    }
  }
}

// MARK: - Limits

extension ImageCache {
  /// What the entries may cost; a lower one drops at once what is over it.
  public var costLimitBytes: Int {
    get { state.withLock { $0.limit.bytes } }
    set { setLimit { $0.bytes = max(0, newValue) } }
  }

  /// How many entries there may be; a lower number drops at once what is over it.
  public var countLimit: Int {
    get { state.withLock { $0.limit.entries } }
    set { setLimit { $0.entries = max(0, newValue) } }
  }

  /// How long an entry lives that names no time of its own; nil means forever.
  public var timeToLive: Duration? {
    get { state.withLock { $0.segments.timeToLive } }
    set { state.withLock { $0.segments.timeToLive = newValue } }
  }

  /// The bytes that its entries take, including expired ones that no one has looked up since.
  public var costBytes: Int { state.withLock { $0.segments.extent.bytes } }

  /// The number of its entries, including expired ones that no one has looked up since.
  public var count: Int { state.withLock { $0.segments.extent.entries } }

  /// The number of entries that `preview(for:)` knows: for tests, which check that it equals
  /// `count`.
  var indexedCount: Int { state.withLock { $0.sizes.count } }

  private func setLimit(_ body: (inout CacheExtent) -> Void) {
    let now = now()
    change { state in
      body(&state.limit)
      state.applyLimit(at: now)
    }
  }
}
