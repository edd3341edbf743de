/// What one load may take before it is refused.
public struct ImageLimits: Hashable, Sendable {
  /// The size of a file or a response body, in bytes: 64 MiB by default.
  ///
  /// Cameras write up to 30 MB; an endless body must end somewhere.
  public var maxBytes: Int

  /// Width times height at which a picture is decoded: 67,108,864 by default.
  ///
  /// A JPEG that is decoded at an eighth of its size has a sixty-fourth of its pixels. At four
  /// bytes each that is 256 MiB, the most that a decoder may need at once.
  public var maxPixels: Int

  /// How long a transfer may go without a byte received: 15 seconds by default.
  ///
  /// That is longer than a phone's network needs to wake up, and short enough for a person who
  /// waits.
  public var timeout: Duration

  /// How many bytes a second a body must bring, on average over each `timeout`: 128 by default.
  ///
  /// The slowest link that people look at pictures over is ten times as fast. A server that sends a
  /// byte now and then, forever, is not. 0 waits for that too.
  public var minimumBytesPerSecond: Int

  /// Makes limits; each argument has its default.
  public init(
    maxBytes: Int = 64 << 20, maxPixels: Int = 64 << 20, timeout: Duration = .seconds(15),
    minimumBytesPerSecond: Int = 128
  ) {
    self.maxBytes = maxBytes
    self.maxPixels = maxPixels
    self.timeout = timeout
    self.minimumBytesPerSecond = minimumBytesPerSecond
  }
}
