import DiskCache
import FoundationEssentials
import ImageDecoding
import LocalPictures
import ThumbnailStore

extension ImagePipeline {
  /// The components of a pipeline, and its limits.
  public struct Configuration: Sendable {
    /// The cache of decoded pictures: by default, 256 MB or 15 % of the memory if that is less.
    ///
    /// A full-screen picture of a terminal is about 100 KB, a tile a few KB. So the cache has room
    /// for every tile of an hour's scrolling, and is still small beside a browser. Pipelines may
    /// share a cache.
    public var imageCache = ImageCache()

    /// The cache of server responses: none by default.
    public var dataCache: DataCache?

    /// The store of thumbnails of local files: none by default.
    ///
    /// A request that accepts thumbnails (`ThumbnailPolicy.ifSufficient`) is answered from it
    /// without opening the file, unless the file has changed. Only the default decoder uses it.
    public var thumbnailStore: ThumbnailCache?

    /// The folder of thumbnails shared by programs (freedesktop.org); nil, the default, uses none.
    ///
    /// If the store has no thumbnail, a shared one that is large enough is used and stored.
    public var sharedThumbnailFolder: String?

    /// The program that makes posters of local videos; if nil, the default, videos show how to install one.
    package var posterTool: PosterTool?

    /// The limits of loads whose requests set none.
    public var limits = ImageLimits()

    /// The retry policy: by default, transfers for the screen are retried twice.
    public var retryPolicy = RetryPolicy()

    /// The maximum number of transfers per host: 6 by default, as in browsers.
    ///
    /// If connections carry many requests at a time (HTTP/2), visible pictures have up to 100
    /// transfers. Speculation then has up to 15, and at least all but one of these.
    public var connectionsPerHost = defaultConnectionsPerHost

    package static let defaultConnectionsPerHost = 6

    /// The maximum number of transfers in total: two hosts at full width by default.
    ///
    /// It is 12 by default, and follows `connectionsPerHost` until you set it. A host whose
    /// connections carry many requests counts for at most `connectionsPerHost`.
    public var maximumConcurrentLoads: Int {
      get {
        let (double, overflow) = connectionsPerHost.multipliedReportingOverflow(by: 2)
        return totalLimit ?? (overflow ? connectionsPerHost : double)
      }
      set { totalLimit = newValue }
    }
    private var totalLimit: Int?

    /// The maximum size of bodies in memory that are not decoded yet: 36 MiB by default.
    ///
    /// Above it, no transfer or disk cache read starts; speculation stops at two thirds. Running
    /// ones continue, so that a single body may be larger; `limits` bounds each. A server sets
    /// this, `connectionsPerHost` and the limit of `imageCache` to bound its memory.
    public var maximumBytesInHand = BodyMemory.defaultLimitBytes

    /// The loader of `http` and `https` URLs: by default one that uses URLSession.
    public var dataLoader: any DataLoading = DataLoader()

    /// The decoder: by default an `ImageDecoder` that refuses AVIF, HEIC and TIFF; see `DecodingIsolation`.
    public var decoder: any PixelDecoding = ImageDecoder()

    /// Receives the trace of every completed request, on a thread of the pipeline.
    public var trace: (@Sendable (LoadTrace) -> Void)?

    /// The number of threads that decode pictures for the screen; nil, the default, leaves a core to the run loop.
    package var decodeThreads: Int?

    /// The clock that measures the time by which loads wait and start; tests replace it.
    package var clock: any LoadClock = SystemLoadClock()

    /// Creates the default configuration: a memory cache, but no disk cache.
    public init() {}
  }
}

extension ImagePipeline.Configuration {
  /// The threads that decode, of each kind.
  var decoderCounts: KindCounts {
    var counts = KindCounts.decoders
    if let decodeThreads { counts.screen = max(1, decodeThreads) }
    return counts
  }
}
