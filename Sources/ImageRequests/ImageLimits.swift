/// The limits of a load.
public struct ImageLimits: Hashable, Sendable {
  /// The maximum size of a file or a response body, in bytes: 64 MB by default.
  ///
  /// Cameras write up to 30 MB; endless bodies must be stopped.
  public var maxBytes: Int

  /// The maximum number of pixels to decode: 68 million by default, which 8192x8192 stays below.
  ///
  /// A JPEG decoded at 1/8 scale has 1/64 of its pixels. At four bytes each the limit is 272 MB,
  /// the most memory that a decoder may need at once.
  public var maxPixels: Int

  /// The longest time without a received byte: 15 seconds by default.
  ///
  /// That is longer than a mobile network needs to wake up, and short enough for a person who waits.
  public var timeout: Duration

  /// The minimum rate of a body, averaged over each `timeout`, in bytes per second: 128 by default.
  ///
  /// The slowest link used for pictures is ten times as fast. The limit stops servers that send a
  /// byte now and then, forever; with 0, they are not stopped.
  public var minimumBytesPerSecond: Int

  /// Creates limits; all arguments have defaults.
  public init(
    maxBytes: Int = 64_000_000, maxPixels: Int = 68_000_000, timeout: Duration = .seconds(15),
    minimumBytesPerSecond: Int = 128
  ) {
    self.maxBytes = maxBytes
    self.maxPixels = maxPixels
    self.timeout = timeout
    self.minimumBytesPerSecond = minimumBytesPerSecond
  }
}
