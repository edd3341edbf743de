extension ImagePipeline {
  /// What a pipeline works with and within.
  public struct Configuration: Sendable {
    /// What the memory cache may hold: 256 MiB by default, less on a small machine.
    ///
    /// 0 keeps nothing.
    public var memoryLimitBytes = ImageCache.defaultCostLimitBytes

    /// What one load may take.
    public var limits = ImageLimits()

    /// Transfers from one host at a time: 6 by default, as browsers have it.
    public var connectionsPerHost = 6

    /// Transfers at a time in all: 12 by default, two hosts at full width.
    ///
    /// libcurl serves all of them on one thread, where more would only wait for each other.
    public var maximumConcurrentLoads = 12

    /// Fetches bytes from `http` and `https` URLs: through URLSession by default.
    public var dataLoader: any DataLoading = DataLoader()

    /// Turns bytes into pixels: JPEG, PNG, WebP and the first frame of a GIF by default.
    public var decoder: any ImageDecoding = ImageDecoder()

    /// Told of every load that has ended, on a thread of the pipeline's; nobody by default.
    public var trace: (@Sendable (LoadTrace) -> Void)?

    public init() {}
  }
}
