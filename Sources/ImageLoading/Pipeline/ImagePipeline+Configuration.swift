import DiskCache
import FoundationEssentials
import ImageDecoding
import ThumbnailStore

extension ImagePipeline {
  /// The parts that a pipeline works with, and its limits.
  public struct Configuration: Sendable {
    /// Keeps decoded pictures: 256 MiB of them by default, or 15 % of the memory there is.
    ///
    /// A full-screen picture of a terminal is about 100 KB, a tile a few KB: that is every tile of an
    /// hour's scrolling, and still little beside a browser. Pipelines may share one.
    public var imageCache = ImageCache()

    /// Keeps what came from servers: nothing by default.
    public var dataCache: DataCache?

    /// Keeps thumbnails of local files: none by default.
    ///
    /// A request that accepts thumbnails (`ThumbnailPolicy.ifSufficient`) is answered from it without opening the
    /// file, if the file has not changed. Only the pipeline's own decoder uses it.
    public var thumbnailStore: ThumbnailCache?

    /// The folder of the thumbnails that programs share (freedesktop.org); nil by default, to look into none.
    ///
    /// One that is large enough is taken where the store has none, and stored.
    public var sharedThumbnailFolder: String?

    /// The program that makes posters of local videos; nil by default, and a video says what is missing.
    package var posterTool: PosterTool?

    /// What one load may take, unless its request says otherwise.
    public var limits = ImageLimits()

    /// Decides when a failed transfer is tried again: for what is on screen, twice by default.
    public var retryPolicy = RetryPolicy()

    /// Transfers from one host at a time: 6 by default, as in browsers.
    ///
    /// Where its connections carry many at a time (HTTP/2), what is on screen has up to 100.
    /// Speculation then has as many as fill the pipe, 50 at most, and at least all but one of these.
    public var connectionsPerHost = defaultConnectionsPerHost

    package static let defaultConnectionsPerHost = 6

    /// Transfers at a time in all: two hosts at full width by default.
    ///
    /// It is 12 by default, and follows `connectionsPerHost` until you set it. A host whose
    /// connections carry many counts for no more than that.
    public var maximumConcurrentLoads: Int {
      get {
        let (double, overflow) = connectionsPerHost.multipliedReportingOverflow(by: 2)
        return totalLimit ?? (overflow ? connectionsPerHost : double)
      }
      set { totalLimit = newValue }
    }
    private var totalLimit: Int?

    /// Bytes of bodies in memory that are not decoded yet: 36 MiB by default.
    ///
    /// From there on transfers and reads of the disk cache wait, whatever their priority, and speculation from two
    /// thirds on. What is under way goes on, so that one body always can, however large; `limits` bounds each. A
    /// server sets this, `connectionsPerHost` and the limit of `imageCache` to bound its memory.
    public var maximumBytesInHand = BodyMemory.defaultLimitBytes

    /// Fetches bytes from `http` and `https` URLs: through URLSession by default.
    public var dataLoader: any DataLoading = DataLoader()

    /// Turns bytes into pixels: JPEG, PNG, WebP and the first frame of a GIF by default.
    public var decoder: any PixelDecoding = ImageDecoder()

    /// Receives the story of every request that has ended, on a thread of the pipeline's.
    public var trace: (@Sendable (LoadTrace) -> Void)?

    /// For tests: everything that a pipeline decides by time follows it, except its one timer.
    var clock: @Sendable () -> LoadTime

    /// Makes the default configuration: a cache in memory, none on disk.
    public init() {
      let start = SuspendingClock.now
      clock = {
        LoadTime(
          elapsed: .now - start, wallSeconds: Int(Date.now.timeIntervalSince1970))
      }
    }
  }
}
