import Raster
import Synchronization

/// A memory cache of pictures, limited by bytes, that evicts the least recently used first.
///
/// Prefetched pictures are on probation until they are looked up, so that prefetching evicts no
/// picture that was seen.
///
/// The cache may be used from any thread; a call waits at most a few hundred nanoseconds for another.
///
/// - Complexity: O(1) amortized for every call; evicting a picture counts with its insertion.
public final class ImageCache: Sendable {
  /// The cost of an entry beyond its pixels: its key, and its places in the lists and the table.
  ///
  /// It limits the number of entries, however small the pictures are.
  public static let entryOverheadBytes = 512

  /// The default limit: 256 MB, or 15 % of the memory that the process may use, if that is less.
  ///
  /// A full-screen picture of a terminal is about 100 KB, a tile a few KB. So the limit has room
  /// for every tile of an hour's scrolling, and is still small beside a browser.
  public static let defaultCostLimitBytes =
    min(256_000_000, MemoryReader().totalBytes.map { $0 / 20 * 3 } ?? .max)

  private struct State {
    var segments: CacheSegments<ImageKey, PixelImage>
    /// An index of the pictures in `segments`, by address.
    var sizes = SizeIndex()
    var didDropUnseen: (@Sendable ([ImageKey]) -> Void)?

    /// Returns the picture for a key; the picture decoded whole, if cached, comes first.
    ///
    /// - Parameter isUse: whether to mark it as seen and used.
    mutating func find(_ key: ImageKey, isUse: Bool) -> PixelImage? {
      if let whole = key.whole, let image = findExactly(whole, isUse) { return image }
      return findExactly(key, isUse)
    }

    private mutating func findExactly(_ key: ImageKey, _ isUse: Bool) -> PixelImage? {
      isUse ? segments.use(key) : segments.peek(key)
    }
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Duration

  /// Creates an empty cache.
  ///
  /// - Parameter costLimitBytes: the maximum total cost; with 0 or less, nothing is cached.
  public convenience init(costLimitBytes: Int = ImageCache.defaultCostLimitBytes) {
    let clock = ContinuousClock()
    let start = clock.now
    self.init(costLimitBytes: costLimitBytes, now: { start.duration(to: clock.now) })
  }

  /// - Parameter now: returns the time on a clock that never goes back.
  init(costLimitBytes: Int, now: @escaping @Sendable () -> Duration) {
    state = Mutex(State(segments: CacheSegments(limit: max(0, costLimitBytes))))
    self.now = now
  }

  /// A handler called when the cache drops prefetched pictures that were never looked up.
  ///
  /// They were evicted, removed, or not cached in the first place. The handler runs on the
  /// thread that made the cache drop them, outside the cache's lock. It should return quickly.
  public var didDropUnseen: (@Sendable ([ImageKey]) -> Void)? {
    get { state.withLock { $0.didDropUnseen } }
    set {
      let earlier = state.withLock { exchange(&$0.didDropUnseen, with: newValue) }
      // Release it outside the lock, because it may hold the last reference to a caller's object.
      withExtendedLifetime(earlier) {}
    }
  }

  /// Changes the state, and then releases and reports dropped entries outside the lock.
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
  /// Returns a picture to show, and marks it as seen and used.
  ///
  /// A request with the cache policy `.reload` finds nothing.
  public func image(for request: ImageRequest) -> PixelImage? {
    if request.cachePolicy == .reload { return nil }
    return change { $0.find(request.key, isUse: true) }
  }

  /// Returns the picture that `image(for:)` would, without marking it as seen or used.
  ///
  /// Use it for prefetching.
  public func peek(for request: ImageRequest) -> PixelImage? {
    if request.cachePolicy == .reload { return nil }
    return state.withLock { $0.find(request.key, isUse: false) }
  }

  /// Returns a request's picture or, if missing, the one with most of the request's processors applied.
  ///
  /// The latter is not marked as used.
  ///
  /// - Parameter isUse: whether to mark the request's own picture as seen and used.
  func findNearest(
    to request: ImageRequest, isUse: Bool
  ) -> (image: PixelImage, processorCount: Int)? {
    if request.cachePolicy == .reload { return nil }
    return change { state in
      if let image = state.find(request.key, isUse: isUse) {
        return (image, request.steps.count)
      }
      var earlier = request.beforeLastStep
      while let request = earlier {
        if let image = state.find(request.key, isUse: false) {
          return (image, request.steps.count)
        }
        earlier = request.beforeLastStep
      }
      return nil
    }
  }

  /// Returns a stand-in for a picture: another one of the same URL, in another size or rendering.
  ///
  /// Show it until the right picture is loaded. It is the smallest one with as many pixels as are
  /// shown or, if there is none, the largest. Its pixels are as decoded, or as the request's
  /// processors make them, and its content mode is the request's. Like `peek(for:)`, this does not
  /// mark it as used.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cached pictures of that URL.
  public func preview(for request: ImageRequest) -> ImagePreview? {
    if request.cachePolicy == .reload { return nil }
    return state.withLock { state in
      let previews = state.sizes.keys(like: request).compactMap { key in
        state.segments.peek(key).map {
          ImagePreview($0, madeFor: key.target, standingInFor: request.target)
        }
      }
      return previews.min { $0.isBetter(than: $1) }
    }
  }

  /// Whether `image(for:)` would return a picture; like `peek(for:)`, this doesn't mark it as used.
  public func contains(_ request: ImageRequest) -> Bool { peek(for: request) != nil }

  /// Caches a picture in place of an earlier one for the same request; returns whether it did.
  ///
  /// It does not if the picture costs over a fifth of the limit, because that would evict many
  /// others. A speculative picture isn't cached if only seen or recently prefetched ones could make
  /// room for it.
  ///
  /// - Parameters:
  ///   - image: the decoded picture.
  ///   - request: the request, whose URL, size and processors form the key.
  ///   - isSpeculative: whether the picture was prefetched.
  @discardableResult
  public func insert(
    _ image: PixelImage, for request: ImageRequest, isSpeculative: Bool = false
  ) -> Bool {
    let now = now()
    let cost = image.costBytes + Self.entryOverheadBytes
    return change { state in
      let isKept = state.segments.insert(
        image, for: request.key, cost: cost, isSpeculative: isSpeculative, at: now)
      if isKept { state.sizes.insert(request) }
      return isKept
    }
  }

  /// Removes the picture of a request, including the one decoded whole.
  public func remove(_ request: ImageRequest) {
    let key = request.key
    change { state in
      for key in [key, key.whole].compactMap(\.self) { state.segments.remove(key) }
    }
  }

  /// Removes all pictures.
  public func removeAll() {
    change { $0.segments.removeAll() }
  }
}

// MARK: - Limits

extension ImageCache {
  /// The maximum total cost in bytes; lowering it drops excess entries immediately.
  public var costLimitBytes: Int {
    get { state.withLock { $0.segments.limit } }
    set {
      let now = now()
      change { $0.segments.setLimit(max(0, newValue), at: now) }
    }
  }

  /// The total cost in bytes.
  public var costBytes: Int { state.withLock { $0.segments.cost } }

  /// The number of pictures.
  public var count: Int { state.withLock { $0.segments.count } }

  /// The number of entries that `preview(for:)` knows; tests check that it equals `count`.
  var indexedCount: Int { state.withLock { $0.sizes.count } }
}
