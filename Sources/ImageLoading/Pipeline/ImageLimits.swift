/// What one load may take before it is refused.
public struct ImageLimits: Hashable, Sendable {
  /// The size of a file or a response body, in bytes: 64 MiB by default.
  ///
  /// Cameras write up to 30 MB; an endless body must end somewhere.
  public var maxBytes: Int

  /// Width times height of a picture, before scaling: 67,108,864 by default.
  ///
  /// At four bytes each that is 256 MiB, the most that a decoder may need at once.
  public var maxPixels: Int

  /// How long a transfer may go without a byte received: 15 seconds by default.
  ///
  /// Longer than a phone's network needs to wake up, short enough for somebody who waits.
  public var timeout: Duration

  public init(
    maxBytes: Int = 64 << 20, maxPixels: Int = 64 << 20, timeout: Duration = .seconds(15)
  ) {
    self.maxBytes = maxBytes
    self.maxPixels = maxPixels
    self.timeout = timeout
  }
}
